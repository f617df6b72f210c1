import CartModel

/// The rows of a list: the products, and what is wrong with the others, of which nothing else is kept.
struct CatalogRows {
    private(set) var products: [Product] = []
    /// Which row each product is; nil where all rows are products.
    private(set) var numbers: [Int]?
    /// What is wrong with a row, by its number: as much as is listed in a refusal.
    private(set) var faults: [(row: Int, fault: RowFault)] = []
    /// The number of all of these.
    private(set) var faultCount = 0
    /// The number of all rows.
    private(set) var count = 0

    /// Adds the next row.
    mutating func append(_ row: CatalogRow) {
        if let product = row.product {
            products.append(product)
            numbers?.append(count)
        } else if numbers == nil {
            // Only where a row is left out do the others have other numbers than in the file.
            numbers = Array(0..<count)
        }
        for fault in row.faults {
            faultCount += 1
            if faults.count < CatalogFault.listed {
                faults.append((count, fault))
            }
        }
        count += 1
    }

    /// The products, in not much more memory than they need: an array that has grown may have twice that.
    consuming func group(title: String) -> ProductGroup {
        guard products.capacity - products.count > products.count / 4 else {
            return ProductGroup(title: title, products: products)
        }
        var group = ProductGroup(title: title)
        group.products.reserveCapacity(products.count)
        group.products.append(contentsOf: products)
        return group
    }
}
