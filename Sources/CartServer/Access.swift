package import CartProtocol

/// Who may do what at a listening socket; who may connect there at all is up to the file's owner, group and mode.
package enum Access: Hashable, Sendable, CaseIterable {
    /// Everybody has the role `cart`, root too.
    case cart
    /// Everybody has the role `admin`.
    case admin
    /// Root and the user that the daemon runs as have the role `admin`, everybody else has the role `cart`.
    case owner

    /// The access by the name of a passed socket (FileDescriptorName=, systemd.socket(5)): `cart`, `admin`, or any other,
    /// which is ``owner``.
    package init(socketName: String) {
        switch socketName {
        case "cart": self = .cart
        case "admin": self = .admin
        default: self = .owner
        }
    }

    /// What a user may do.
    ///
    /// - Parameter owner: The user that the daemon runs as.
    package func role(of user: UInt32, owner: UInt32) -> Role {
        switch self {
        case .cart: .cart
        case .admin: .admin
        case .owner: user == 0 || user == owner ? .admin : .cart
        }
    }
}
