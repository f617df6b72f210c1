import CartModel

/// A catalog file as it was decoded: every element, however bad, so that all faults can be reported at once.
struct CatalogDocument: Decodable {
    /// What the file's outermost value is.
    enum Top {
        case array([CatalogElement])
        /// An object with a list; only JSON may have it.
        case object(CatalogElement)
        /// Anything else, in words.
        case other(String)
    }

    let top: Top
    /// Whether there was more than a catalog may have; the rest was not read.
    private(set) var isTooLong = false

    init(from decoder: any Decoder) throws {
        guard var list = try? decoder.unkeyedContainer() else {
            let element = try CatalogElement(from: decoder)
            switch element {
            case .group: top = .object(element)
            case .row: top = .other("a dictionary")
            case .other(let kind): top = .other(kind)
            }
            return
        }
        var elements: [CatalogElement] = []
        var count = 0
        while !list.isAtEnd {
            let element = try list.decode(CatalogElement.self)
            count += element.count
            guard count <= ModelLimits.products else {
                isTooLong = true
                break
            }
            elements.append(element)
        }
        top = .array(elements)
    }
}

/// An element of a catalog file's outermost array.
enum CatalogElement: Decodable {
    case row(CatalogRow)
    case group(CatalogGroup)
    /// Neither: what it is, in words.
    case other(String)

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CatalogKey.self) else {
            self = .other(CatalogField(decoder).kind)
            return
        }
        let hasList = CatalogKey.lists.contains { container.contains($0) }
        if hasList || (container.contains(.title) && !container.contains(.name)) {
            self = .group(CatalogGroup(container))
        } else {
            self = .row(CatalogRow(container))
        }
    }

    /// How much of a catalog's room it takes: rows, and one for itself.
    var count: Int {
        if case .group(let group) = self { group.rows.count + 1 } else { 1 }
    }
}

/// The keys of a row or a group that mean something.
enum CatalogKey: String, CodingKey {
    case name, icon, sku, id
    case title, cars, products, items

    /// The keys that a group's list may have.
    static let lists: [CatalogKey] = [.cars, .products, .items]
}

/// A group of a catalog file.
struct CatalogGroup {
    private(set) var title = ""
    private(set) var rows: [CatalogRow] = []
    /// What is wrong with the group itself, by key.
    private(set) var faults: [RowFault] = []
    private(set) var isTooLong = false

    init(_ container: KeyedDecodingContainer<CatalogKey>) {
        switch CatalogField(container, .title) {
        case .absent: break
        case .text(let text): title = text
        case let other: faults.append(RowFault(key: .title, reason: "the title is \(other.kind); text is expected"))
        }
        if container.contains(.name) {
            faults.append(RowFault(key: .name, reason: "a group with a list of products has a title and no name"))
        }
        let present = CatalogKey.lists.filter { container.contains($0) }
        guard present.count <= 1 else {
            let names = present.map(\.rawValue).joined(separator: " and ")
            faults.append(RowFault(key: present[1], reason: "the group has \(names); one list is expected"))
            return
        }
        guard let key = present.first, (try? container.decodeNil(forKey: key)) != true else {
            return
        }
        guard var list = try? container.nestedUnkeyedContainer(forKey: key) else {
            let kind = CatalogField(container, key).kind
            faults.append(RowFault(key: key, reason: "\(key.rawValue) is \(kind); an array is expected"))
            return
        }
        while !list.isAtEnd, let row = try? list.decode(CatalogRow.self) {
            guard rows.count < ModelLimits.products else {
                isTooLong = true
                return
            }
            rows.append(row)
        }
    }
}

/// What is wrong under a key of a row or group.
struct RowFault {
    /// Nil where the row as a whole is meant.
    let key: CatalogKey?
    let reason: String
}
