/// The groups of a catalog, and what is wrong with them as a whole: titles, and ids that appear twice.
package struct CheckedGroups {
    let groups: [ProductGroup]
    /// `starts[g]` is the position of group g's first product in the whole catalog; one more entry holds the count.
    let starts: [Int]
    let index: ProductIndex
    /// What is wrong, in the order of the groups; at most ``CatalogFault/listed``.
    package private(set) var faults: [CatalogFault] = []
    /// The number of all faults.
    package private(set) var faultCount = 0

    /// Where a group, or a product of it, is in the file.
    package typealias Place = (group: Int, row: Int?)

    /// Checks groups.
    ///
    /// - Parameters:
    ///   - groups: Their products were checked one by one.
    ///   - grouped: Whether the file has groups.
    ///   - place: Where a group and a product in it are in the file, by their indices here.
    package init(_ groups: [ProductGroup], grouped: Bool, place: (Int, Int?) -> Place) {
        self.init(groups, grouped: grouped, place: place) { _, _, _ in }
    }

    /// Checks groups and every product.
    init(withProductsOf groups: [ProductGroup]) {
        self.init(groups, grouped: groups.count > 1, place: { ($0, $1) }) { check, group, row in
            if let fault = groups[group].products[row].fault {
                check.report { CatalogFault(group: group, row: row, key: fault.key, reason: fault.reason) }
            }
        }
    }

    private init(
        _ groups: [ProductGroup],
        grouped: Bool,
        place: (Int, Int?) -> Place,
        checkProduct: (inout Self, Int, Int) -> Void
    ) {
        self.groups = groups
        var starts = [0]
        starts.reserveCapacity(groups.count + 1)
        var count = 0
        for group in groups {
            count += group.products.count
            starts.append(count)
        }
        self.starts = starts
        let ids = groups.flatMap { $0.products.lazy.map(\.id) }
        index = ProductIndex(ids: ids)

        let duplicates = index.duplicates(in: ids)
        for (number, group) in groups.enumerated() {
            if let reason = ProductGroup.fault(inTitle: group.title) {
                report { CatalogFault(group: place(number, nil).group, row: nil, key: "title", reason: reason) }
            }
            for row in group.products.indices {
                checkProduct(&self, number, row)
                guard !duplicates.isEmpty, let first = duplicates[starts[number] + row] else {
                    continue
                }
                report {
                    // The group that ends behind it first.
                    let firstGroup = starts.dropFirst().firstIndex { $0 > first }.map { $0 - 1 } ?? 0
                    let (fileGroup, fileRow) = place(firstGroup, first - starts[firstGroup])
                    let words = CatalogFault.place(group: grouped ? fileGroup : nil, row: fileRow)
                    let here = place(number, row)
                    return CatalogFault(
                        group: here.group,
                        row: here.row,
                        key: "id",
                        reason: "the id \(group.products[row].id.excerpt()) is that of \(words) already"
                    )
                }
            }
        }
    }

    /// Counts a fault, and describes it while the list has room.
    private mutating func report(_ fault: () -> CatalogFault) {
        faultCount += 1
        if faults.count < CatalogFault.listed {
            faults.append(fault())
        }
    }
}
