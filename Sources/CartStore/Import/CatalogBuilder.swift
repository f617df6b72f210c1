import CartModel

/// Makes groups of a decoded file and gathers everything that is wrong with it.
struct CatalogBuilder {
    private(set) var groups: [ProductGroup] = []
    /// As many faults as are listed in a refusal.
    private(set) var faults: [CatalogFault] = []
    /// The number of all faults.
    private(set) var faultCount = 0
    /// Whether faults are counted by group.
    private(set) var isGrouped = false

    /// Where each id was first seen.
    private var firstPlaces: [String: (group: Int, row: Int)] = [:]

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

    private mutating func addRows(_ elements: [CatalogElement]) {
        var group = ProductGroup()
        group.products.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            switch element {
            case .row(let row):
                add(row, group: 0, index: index, to: &group)
            case .group:
                let reason = "the row is a group; the rows before it are products"
                report(CatalogFault(group: 0, row: index, key: nil, reason: reason))
            case .other(let kind):
                let reason = "the row is \(kind); a dictionary is expected"
                report(CatalogFault(group: 0, row: index, key: nil, reason: reason))
            }
        }
        groups = [group]
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
        if group.title.utf8.count > ModelLimits.titleBytes || group.title.utf8.contains(0) {
            let reason = "the title is longer than \(ModelLimits.titleBytes) bytes or has a NUL character"
            report(CatalogFault(group: index, row: nil, key: CatalogKey.title.rawValue, reason: reason))
        }
        if group.isTooLong {
            refuse("a group has more than \(ModelLimits.products) products")
        }
        var result = ProductGroup(title: group.title)
        result.products.reserveCapacity(group.rows.count)
        for (row, content) in group.rows.enumerated() {
            add(content, group: index, index: row, to: &result)
        }
        groups.append(result)
    }

    private mutating func add(_ row: CatalogRow, group: Int, index: Int, to result: inout ProductGroup) {
        for fault in row.faults {
            report(CatalogFault(group: group, row: index, key: fault.key?.rawValue, reason: fault.reason))
        }
        guard let product = row.product else {
            return
        }
        if let first = firstPlaces[product.id] {
            let place = isGrouped ? "group \(first.group + 1), row \(first.row + 1)" : "row \(first.row + 1)"
            let reason = "the id \(product.id) is that of \(place) already"
            report(CatalogFault(group: group, row: index, key: CatalogKey.id.rawValue, reason: reason))
        } else {
            firstPlaces[product.id] = (group, index)
        }
        result.products.append(product)
    }
}
