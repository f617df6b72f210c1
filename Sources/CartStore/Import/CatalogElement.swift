import CartModel

/// An element of a catalog file's outermost array.
enum CatalogElement {
    case row(CatalogRow)
    case group(CatalogGroup)
    /// Neither: what it is, in words.
    case other(String)

    /// How much of a catalog's room it takes: rows, and one for itself.
    var count: Int {
        if case .group(let group) = self { group.rows.count + 1 } else { 1 }
    }
}

/// A group of a catalog file.
struct CatalogGroup {
    private(set) var title = ""
    private(set) var rows = CatalogRows()
    /// What is wrong with the group itself, by key.
    private(set) var faults: [RowFault] = []
    private(set) var isTooLong = false

    init(_ fields: CatalogFields) {
        switch fields[.title] {
        case nil, .null?: break
        case .text(let text)?:
            // Checked here, so that a file does not hold what it will be refused for.
            if let reason = ProductGroup.fault(inTitle: text) {
                faults.append(RowFault(key: .title, reason: reason))
            } else {
                title = text
            }
        case .longText?: faults.append(.tooLong(.title))
        case let other?:
            faults.append(RowFault(key: .title, reason: "the title is \(other.kind); text is expected"))
        }
        if fields.has(.name) {
            faults.append(RowFault(key: .name, reason: "a group with a list of products has a title and no name"))
        }
        // In the order of the keys, not of the file.
        let lists = CatalogKey.lists.compactMap { key in fields.lists.first { $0.key == key } }
        guard lists.count <= 1 else {
            let names = lists.map(\.key.rawValue).joined(separator: " and ")
            faults.append(RowFault(key: lists[1].key, reason: "the group has \(names); one list is expected"))
            return
        }
        switch lists.first?.value {
        case nil, .other(.null)?: break
        case .other(let field)?:
            let key = lists[0].key
            faults.append(RowFault(key: key, reason: "\(key.rawValue) is \(field.kind); an array is expected"))
        case .rows(let rows, let isTooLong)?:
            self.rows = rows
            self.isTooLong = isTooLong
        }
    }
}

/// What is wrong under a key of a row or group.
struct RowFault {
    /// Nil where the row as a whole is meant.
    let key: CatalogKey?
    let reason: String

    /// A text that is longer than any that a catalog has, and was not decoded.
    static func tooLong(_ key: CatalogKey) -> Self {
        let limit =
            switch key {
            case .sku, .id: ModelLimits.productIDBytes
            case .icon: ModelLimits.iconBytes
            case .name, .title, .cars, .products, .items: ModelLimits.titleBytes
            }
        return RowFault(
            key: key,
            reason: "the \(key.rawValue) has more than \(CatalogField.textLimit) bytes; at most \(limit) are allowed"
        )
    }
}
