import CartModel

/// A catalog that comes with the daemon: a property list embedded in the program, read at its first use.
enum BuiltInCatalog: String, CaseIterable {
    case shop, cars

    /// Reads the catalog.
    ///
    /// - Throws: `invalidCatalog` where the program was built with a bad file.
    func catalog() throws(CartError) -> Catalog {
        try CatalogImporter.catalog(named: rawValue, bytes: bytes, source: "the built-in catalog \(rawValue)")
    }

    /// The embedded file.
    var bytes: [UInt8] {
        switch self {
        case .shop: PackageResources.shopData_plist
        case .cars: PackageResources.cars_total_plist
        }
    }
}
