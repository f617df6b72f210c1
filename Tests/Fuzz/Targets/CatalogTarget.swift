import CartModel
import CartStore
import FoundationEssentials

/// A catalog file is taken, or refused with a reason; what is taken is in the model's bounds, and what Foundation reads in
/// the same file.
///
/// How much memory that takes is for libFuzzer's limits and for tests without a sanitizer, which keeps what was freed.
func exerciseCatalog(_ input: [UInt8]) throws {
    let result = Result { () throws(CartError) in
        try CatalogImporter.catalog(named: "fuzz", bytes: input, source: "the file")
    }
    let catalog: Catalog
    do throws(CartError) {
        catalog = try result.get()
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
    if let names = try namesByFoundation(input) {
        try require(
            products.map { Array($0.name.utf8) } == names.map { Array($0.utf8) },
            "the products are \(products.map(\.name)), for Foundation they are \(names)"
        )
    }
}

/// The names of the products of a file that was taken, read by decoders that know nothing of the importer's; nil where
/// they may differ, because a property list has a key twice.
private func namesByFoundation(_ input: [UInt8]) throws -> [String]? {
    let data = Data(input)
    do {
        // The bytes of a binary one do not show which keys are in it twice, and what is passed over need not be text.
        if input.starts(with: "bplist".utf8) { return nil }
        if input.first(where: { [UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "[")].contains($0) })
            == UInt8(ascii: "<")
        {
            let keys = try PropertyListDecoder().decode(KeyCount.self, from: data).count
            let tags = input.indices.count(where: { input[$0...].starts(with: "<key".utf8) })
            let elements = try PropertyListDecoder().decode([Element].self, from: data)
            return keys == tags ? elements.flatMap(\.names) : nil
        }
        if let group = try? JSONDecoder().decode(Element.self, from: data) { return group.names }
        return try JSONDecoder().decode([Element].self, from: data).flatMap(\.names)
    } catch {
        throw Finding("a file was taken that Foundation refuses: \(error)")
    }
}

/// A row or a group, as far as the comparison goes.
private struct Element: Decodable {
    struct Row: Decodable {
        var name: String?
    }

    var name: String?
    var cars: [Row]?
    var products: [Row]?
    var items: [Row]?

    var rows: [Row]? { cars ?? products ?? items }
    var names: [String] { name.map { [$0] } ?? rows?.compactMap(\.name) ?? [] }
}

/// How many keys all dictionaries of a file have.
private struct KeyCount: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    var count = 0

    init(from decoder: any Decoder) throws {
        if var list = try? decoder.unkeyedContainer() {
            while !list.isAtEnd { count += try list.decode(KeyCount.self).count }
        } else if let values = try? decoder.container(keyedBy: Key.self) {
            for key in values.allKeys { count += try 1 + values.decode(KeyCount.self, forKey: key).count }
        }
    }
}
