import CartModel
import CartStore

/// A catalog file is taken, or refused with a reason; what is taken is in the model's bounds and the same each time.
func exerciseCatalog(_ input: [UInt8]) throws {
    let catalog: Catalog
    do {
        catalog = try CatalogImporter.catalog(named: "fuzz", bytes: input, source: "the file")
    } catch {
        let length = error.message.utf8.count
        try require(error.code == .invalidCatalog, "a file was refused as \(error.code.rawValue)")
        try require((1...4096).contains(length), "a refusal has \(length) bytes")
        return
    }
    let products = catalog.groups.flatMap(\.products)
    try require(products.count == catalog.count, "\(catalog.count) products are \(products.count)")
    try require(products.count <= input.count, "\(products.count) products came out of \(input.count) bytes")
    try require(Set(products.map { Array($0.id.utf8) }).count == products.count, "an id is there twice")
    for product in products {
        try require((1...ModelLimits.productIDBytes).contains(product.id.utf8.count), "an id is too long or empty")
        try require((1...ModelLimits.titleBytes).contains(product.name.utf8.count), "a name is too long or empty")
        try require((product.icon?.utf8.count ?? 0) <= ModelLimits.iconBytes, "an icon is too long")
    }
    for group in catalog.groups {
        try require(group.title.utf8.count <= ModelLimits.titleBytes, "a title is too long")
    }
    let again = try CatalogImporter.catalog(named: "fuzz", bytes: input, source: "the file")
    try require(again == catalog, "read twice, a file gives two catalogs")
}
