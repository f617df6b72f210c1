import CartModel

/// A catalog that comes with the daemon: a property list embedded in the program, read at its first use.
enum BuiltInCatalog: String, CaseIterable {
    case shop, cars

    /// Reads the catalog.
    ///
    /// - Throws: `invalidCatalog` where the program was built with a bad file.
    func catalog() throws(CartError) -> Catalog {
        var reader = PlainPropertyListReader(bytes: bytes)
        return try Catalog(name: rawValue, groups: reader.groups())
    }

    /// The embedded file.
    var bytes: [UInt8] {
        switch self {
        case .shop: PackageResources.shopData_plist
        case .cars: PackageResources.cars_total_plist
        }
    }
}

/// Reads the embedded property lists, whose form is known: dictionaries of texts without references, in arrays.
///
/// ``CatalogImporter`` gives the same, which a test sees to; but its decoders make 1.4 MB more of the program resident,
/// in a daemon that may never import anything, and take several times as long.
private struct PlainPropertyListReader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The groups of the file; a flat file is one group without a title.
    mutating func groups() -> [ProductGroup] {
        var groups: [ProductGroup] = []
        var products: [Product] = []
        // The innermost dictionary is the last.
        var dictionaries: [[String: String]] = []
        var key = ""
        while let tag = text(upTo: UInt8(ascii: "<"), then: UInt8(ascii: ">")) {
            switch tag {
            case "key":
                key = text(upTo: UInt8(ascii: "<")) ?? ""
            case "string":
                let value = text(upTo: UInt8(ascii: "<")) ?? ""
                if let innermost = dictionaries.indices.last {
                    dictionaries[innermost][key] = value
                }
            case "dict":
                dictionaries.append([:])
            case "/dict":
                let dictionary = dictionaries.popLast() ?? [:]
                if let name = dictionary["name"] {
                    let icon = dictionary["icon"]
                    products.append(Product(id: icon.map(Product.id(ofIcon:)) ?? name, name: name, icon: icon))
                } else {
                    groups.append(ProductGroup(title: dictionary["title"] ?? "", products: products))
                    products = []
                }
            default:
                break
            }
        }
        return groups.isEmpty ? [ProductGroup(products: products)] : groups
    }

    /// Goes past the next of a byte and gives the text from there to the next of another, or nil at the end.
    private mutating func text(upTo start: UInt8, then end: UInt8) -> String? {
        guard text(upTo: start) != nil else {
            return nil
        }
        return text(upTo: end)
    }

    /// Goes past the next of a byte and gives the text before it, or nil at the end.
    private mutating func text(upTo end: UInt8) -> String? {
        guard let index = bytes[position...].firstIndex(of: end) else {
            return nil
        }
        defer { position = index + 1 }
        return String(decoding: bytes[position..<index], as: UTF8.self)
    }
}
