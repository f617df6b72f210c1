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

    init(_ document: CatalogDocument, mayBeObject: Bool) {
        switch document.top {
        case .array(let elements):
            isGrouped = if case .group? = elements.first { true } else { false }
            if isGrouped {
                addGroups(elements)
            } else {
                addRows(elements)
            }
        case .object(.group(let group)) where mayBeObject:
            add(group, at: 0)
        case .object:
            refuse("the file is a dictionary at the top; an array is expected")
        case .other(let kind):
            refuse("the file is \(kind) at the top; an array of products or of groups is expected")
        }
        if document.isTooLong {
            refuse("the file has more than \(ModelLimits.products) products and groups")
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
    func checkedGroups(of source: String) throws(CartError) -> CheckedGroups {
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

    private mutating func addRows(_ elements: [CatalogElement]) {
        var rows: [CatalogRow?] = []
        rows.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            switch element {
            case .row(let row):
                rows.append(row)
            case .group:
                rows.append(nil)
                let reason = "the row is a group; the rows before it are products"
                report(CatalogFault(group: 0, row: index, key: nil, reason: reason))
            case .other(let kind):
                rows.append(nil)
                let reason = "the row is \(kind); a dictionary is expected"
                report(CatalogFault(group: 0, row: index, key: nil, reason: reason))
            }
        }
        add(rows, title: "", at: 0)
    }

    private mutating func addGroups(_ elements: [CatalogElement]) {
        for (index, element) in elements.enumerated() {
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

    private mutating func add(_ rows: [CatalogRow?], title: String, at group: Int) {
        var result = ProductGroup(title: title)
        result.products.reserveCapacity(rows.count)
        // Only where a row is left out do the others have other numbers than in the file.
        var numbers: [Int]?
        for (index, row) in rows.enumerated() {
            for fault in row?.faults ?? [] {
                report(CatalogFault(group: group, row: index, key: fault.key?.rawValue, reason: fault.reason))
            }
            if let product = row?.product {
                result.products.append(product)
                numbers?.append(index)
            } else if numbers == nil {
                numbers = Array(0..<index)
            }
        }
        groups.append(result)
        places.append((group, numbers))
    }
}
