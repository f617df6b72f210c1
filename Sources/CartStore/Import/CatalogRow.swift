import CartModel

/// A row of a catalog file: a product, or what is wrong with it.
struct CatalogRow {
    private(set) var product: Product?
    private(set) var faults: [RowFault] = []

    /// A row that is something else.
    init(otherThanDictionary kind: String) {
        self.init(refusedAs: "the row is \(kind); a dictionary is expected")
    }

    /// A row that is refused as a whole.
    init(refusedAs reason: String) {
        faults = [RowFault(key: nil, reason: reason)]
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
        case .longText?:
            faults.append(.tooLong(key))
            return nil
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
            case .longText?:
                faults.append(.tooLong(key))
                return (nil, key)
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
    ///
    /// By bytes, as file names are, and in one go: what characters are is not bounded in a text from outside.
    static func id(ofIcon icon: String) -> String {
        icon.withUTF8Bytes { bytes in
            let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
            guard let last = bytes.lastIndex(where: { $0 != slash }) else {
                return icon
            }
            let start = bytes[...last].lastIndex(of: slash).map { $0 + 1 } ?? 0
            let name = bytes[start...last]
            let end = name.lastIndex(of: dot) ?? start
            return String(decoding: end > start ? bytes[start..<end] : name, as: UTF8.self)
        }
    }
}
