import CartModel

/// Makes groups of a decoded file and gathers everything that is wrong with it.
struct CatalogBuilder {
    private var groups: [ProductGroup] = []
    /// Where each group is in the file, and its products, where these have other numbers there.
    private var places: [(group: Int, rows: [Int]?)] = []
    /// The faults of single rows and of the file's form: as many as are listed in a refusal.
    private var faults: [CatalogFault] = []
    /// The number of all of these.
    private var faultCount = 0
    /// Whether faults are counted by group.
    private var isGrouped = false
    /// Whether the file is one group.
    private var isTopObject = false

    /// Whether the file may be one group and no list.
    private let mayBeObject: Bool
    /// Products and groups so far.
    private var count = 0
    /// Elements of the outermost array so far.
    private var elements = 0
    /// The rows of a file of products.
    private var flat = CatalogRows()

    init(mayBeObject: Bool) {
        self.mayBeObject = mayBeObject
    }

    /// Takes the next element of the outermost array; the first says whether they are products or groups.
    ///
    /// - Returns: Whether the file may have more.
    mutating func add(_ element: CatalogElement) -> Bool {
        count += element.count
        guard count <= ModelLimits.products else {
            refuse("the file has more than \(ModelLimits.products) products and groups")
            return false
        }
        if elements == 0, case .group = element {
            isGrouped = true
        }
        if isGrouped {
            addGroup(element, at: elements)
        } else {
            addRow(element)
        }
        elements += 1
        return true
    }

    /// Takes what the file is where it is no array.
    mutating func setTop(_ element: CatalogElement) {
        switch element {
        case .group(let group) where mayBeObject:
            isTopObject = true
            add(group, at: 0)
        case .group:
            refuse("the file is a dictionary at the top; an array is expected")
        case .row:
            refuse("the file is a dictionary at the top; an array of products or of groups is expected")
        case .other(let kind):
            refuse("the file is \(kind) at the top; an array of products or of groups is expected")
        }
    }

    private mutating func report(_ fault: CatalogFault) {
        faultCount += 1
        if faults.count < CatalogFault.listed {
            faults.append(fault)
        }
    }

    private mutating func refuse(_ reason: String) {
        report(CatalogFault(group: nil, row: nil, key: nil, reason: reason))
    }

    /// The groups, checked as a whole.
    ///
    /// - Throws: `invalidCatalog` that lists every fault of the file.
    consuming func checkedGroups(of source: String) throws(CartError) -> CheckedGroups {
        if !isGrouped, !isTopObject {
            add(flat, title: "", at: 0)
            flat = CatalogRows()
        }
        let checked = CheckedGroups(groups, grouped: isGrouped) { group, row in
            (places[group].group, row.map { places[group].rows?[$0] ?? $0 })
        }
        guard faultCount + checked.faultCount > 0 else {
            return checked
        }
        // In the order of the file; what has no place comes last.
        let all = (faults + checked.faults).enumerated().sorted { left, right in
            let (a, b) = (left.element, right.element)
            return (a.group ?? .max, a.row ?? -1, left.offset) < (b.group ?? .max, b.row ?? -1, right.offset)
        }
        throw CatalogFault.refusal(
            of: source,
            faults: all.map(\.element),
            count: faultCount + checked.faultCount,
            grouped: isGrouped
        )
    }

    private mutating func addRow(_ element: CatalogElement) {
        switch element {
        case .row(let row): flat.append(row)
        case .group: flat.append(CatalogRow(refusedAs: "the row is a group; the rows before it are products"))
        case .other(let kind): flat.append(CatalogRow(otherThanDictionary: kind))
        }
    }

    private mutating func addGroup(_ element: CatalogElement, at index: Int) {
        switch element {
        case .group(let group):
            add(group, at: index)
        case .row:
            let reason = "the element is a product; the elements before it are groups"
            report(CatalogFault(group: index, row: nil, key: nil, reason: reason))
        case .other(let kind):
            let reason = "the group is \(kind); a dictionary is expected"
            report(CatalogFault(group: index, row: nil, key: nil, reason: reason))
        }
    }

    private mutating func add(_ group: CatalogGroup, at index: Int) {
        for fault in group.faults {
            report(CatalogFault(group: index, row: nil, key: fault.key?.rawValue, reason: fault.reason))
        }
        if group.isTooLong {
            refuse("a group has more than \(ModelLimits.products) products")
        }
        add(group.rows, title: group.title, at: index)
    }

    private mutating func add(_ rows: CatalogRows, title: String, at group: Int) {
        for (row, fault) in rows.faults {
            report(CatalogFault(group: group, row: row, key: fault.key?.rawValue, reason: fault.reason))
        }
        faultCount += rows.faultCount - rows.faults.count
        groups.append(rows.group(title: title))
        places.append((group, rows.numbers))
    }
}
