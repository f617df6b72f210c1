/// Something that can be put into a cart.
public struct Product: Hashable, Sendable, Codable, Identifiable {
    /// Unique in its catalog; always text, so that `0123456789012` keeps every digit.
    public var id: String
    /// The title under the icon.
    public var name: String
    /// The file name of the picture, with or without an extension.
    public var icon: String?

    /// Creates a product.
    public init(id: String, name: String, icon: String? = nil) {
        self.id = id
        self.name = name
        self.icon = icon
    }

    /// What is wrong with the product and under which of its keys, or nil.
    package var fault: (key: String, reason: String)? {
        if let reason = ModelLimits.fault(in: id, bytes: ModelLimits.productIDBytes) {
            return ("id", "the id \(reason)")
        }
        if name.isEmpty {
            return ("name", "the name is empty")
        }
        if name.utf8.count > ModelLimits.titleBytes {
            return ("name", "the name has \(name.utf8.count) bytes; at most \(ModelLimits.titleBytes) are allowed")
        }
        if name.withUTF8Bytes({ $0.contains(0) }) {
            return ("name", "the name has a NUL character")
        }
        if let icon, !icon.isEmpty, let reason = ModelLimits.fault(in: icon, bytes: ModelLimits.iconBytes) {
            return ("icon", "the icon \(reason)")
        }
        return nil
    }
}
