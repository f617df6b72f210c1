extension Catalog {
    /// Everything that is wrong with some groups, in their order.
    ///
    /// - Parameters:
    ///   - starts: The position of each group's first product in the whole catalog.
    ///   - duplicates: Positions whose id was there before, each with the first that has it.
    static func faults(in groups: [ProductGroup], starts: [Int], duplicates: [Int: Int]) -> [CatalogFault] {
        var faults: [CatalogFault] = []
        for (groupIndex, group) in groups.enumerated() {
            if group.title.utf8.count > ModelLimits.titleBytes || group.title.utf8.contains(0) {
                faults.append(
                    CatalogFault(
                        group: groupIndex,
                        row: nil,
                        key: "title",
                        reason: "the title is longer than \(ModelLimits.titleBytes) bytes or has a NUL character"
                    )
                )
            }
            for (row, product) in group.products.enumerated() {
                if let fault = product.fault {
                    faults.append(CatalogFault(group: groupIndex, row: row, key: fault.key, reason: fault.reason))
                }
                if let first = duplicates[starts[groupIndex] + row] {
                    faults.append(
                        CatalogFault(
                            group: groupIndex,
                            row: row,
                            key: "id",
                            reason: "the id \(product.id.excerpt()) is that of product \(first + 1) already"
                        )
                    )
                }
            }
        }
        return faults
    }
}
