import CartModel

/// A row of a catalog file: a product, or what is wrong with it.
struct CatalogRow {
    private(set) var product: Product?
    private(set) var faults: [RowFault] = []

    /// A row that is something else.
    init(otherThanDictionary kind: String) {
        faults = [RowFault(key: nil, reason: "the row is \(kind); a dictionary is expected")]
    }

    init(_ fields: CatalogFields) {
        let name = text(.name, in: fields)
        if name == nil, faults.isEmpty {
            faults.append(RowFault(key: .name, reason: "the row has no name"))
        }
        let icon = text(.icon, in: fields).flatMap { $0.isEmpty ? nil : $0 }
        let (id, idKey) = identifier(in: fields)
        guard faults.isEmpty, let name else {
            return
        }
        let product = Product(id: id ?? icon.map(Product.id(ofIcon:)) ?? name, name: name, icon: icon)
        if let fault = product.fault {
            let key = fault.key == "id" ? idKey ?? (icon == nil ? .name : .icon) : CatalogKey(rawValue: fault.key)
            faults.append(RowFault(key: key, reason: fault.reason))
        } else {
            self.product = product
        }
    }

    private mutating func text(_ key: CatalogKey, in fields: CatalogFields) -> String? {
        switch fields[key] {
        case nil, .null?:
            return nil
        case .text(let text)?:
            return text
        case let other?:
            faults.append(RowFault(key: key, reason: "the \(key.rawValue) is \(other.kind); text is expected"))
            return nil
        }
    }

    /// The `sku`, else the `id`, as text.
    private mutating func identifier(
        in fields: CatalogFields
    ) -> (id: String?, key: CatalogKey?) {
        for key in [CatalogKey.sku, .id] {
            switch fields[key] {
            case nil, .null?:
                continue
            case .text(let text)?, .integer(let text)?:
                return (text, key)
            case let other?:
                faults.append(
                    RowFault(
                        key: key,
                        reason: "the \(key.rawValue) is \(other.kind); text or a whole number is expected"
                    )
                )
                return (nil, key)
            }
        }
        return (nil, nil)
    }
}

extension Product {
    /// The id that an icon gives: its file name without folders and without its extension.
    static func id(ofIcon icon: String) -> String {
        let name = icon.split(separator: "/").last.map(String.init) ?? icon
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return name
        }
        return String(name[..<dot])
    }
}
