/// A titled part of a catalog, such as the cars that begin with A.
public struct ProductGroup: Hashable, Sendable, Codable {
    /// The section header; empty for the one group of a flat catalog.
    public var title: String
    /// In catalog order.
    public var products: [Product]

    /// Creates a group.
    public init(title: String = "", products: [Product] = []) {
        self.title = title
        self.products = products
    }

    /// What is wrong with a title, or nil.
    package static func fault(inTitle title: String) -> String? {
        title.utf8.count > ModelLimits.titleBytes || title.withUTF8Bytes { $0.contains(0) }
            ? "the title is longer than \(ModelLimits.titleBytes) bytes or has a NUL character" : nil
    }
}
