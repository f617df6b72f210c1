/// What a caller may do: an open set, because a newer daemon may know more of them.
///
/// The daemon gives a connection its role by the listening socket that it came in at, and by the peer's user.
public struct Role: RawRepresentable, Codable, Hashable, Sendable {
    /// The name as it travels.
    public let rawValue: String

    /// Takes any name, known here or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Reads everything, and changes carts and controls.
    public static let cart = Self(rawValue: "cart")
    /// Does all that ``cart`` does, and changes the catalogs.
    public static let admin = Self(rawValue: "admin")

    /// Whether who has this role may call what takes the other one.
    package func includes(_ other: Role) -> Bool {
        self == other || self == .admin
    }
}
