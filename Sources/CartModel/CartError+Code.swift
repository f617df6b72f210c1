extension CartError {
    /// The stable name of a kind of error: an open set, because a newer peer may know more of them.
    public struct Code: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
        /// The name as it travels, in lower camel case.
        public let rawValue: String

        /// Takes any name, known here or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name as it travels.
        public var description: String { rawValue }
    }
}

extension CartError.Code {
    // The rules of a cart.

    /// Every line of the cart is taken.
    public static let cartFull = Self(rawValue: "cartFull")
    /// The cart has no line to remove.
    public static let nothingToRemove = Self(rawValue: "nothingToRemove")
    /// Every product of the catalog is in the cart already.
    public static let nothingToAdd = Self(rawValue: "nothingToAdd")
    /// The catalog, or the cart, has no such product.
    public static let unknownProduct = Self(rawValue: "unknownProduct")
    /// The cart has no line at that place.
    public static let unknownLine = Self(rawValue: "unknownLine")
    /// A quantity, or a sum of quantities, outside 1 to 2,147,483,647.
    public static let invalidQuantity = Self(rawValue: "invalidQuantity")
    /// A capacity outside 1 to 1,000.
    public static let invalidCapacity = Self(rawValue: "invalidCapacity")
    /// The cart exists already, with another catalog or capacity than was asked for.
    public static let cartMismatch = Self(rawValue: "cartMismatch")
    /// The cart has moved on from the version that the caller expected.
    public static let versionConflict = Self(rawValue: "versionConflict")

    // Names and files.

    /// There is no catalog of that name.
    public static let unknownCatalog = Self(rawValue: "unknownCatalog")
    /// There is no cart of that name.
    public static let unknownCart = Self(rawValue: "unknownCart")
    /// There is no group of that title in the catalog.
    public static let unknownGroup = Self(rawValue: "unknownGroup")
    /// A name that is empty, too long, or has control characters.
    public static let invalidName = Self(rawValue: "invalidName")
    /// A catalog file that was refused whole; `details.rows` lists every bad row.
    public static let invalidCatalog = Self(rawValue: "invalidCatalog")
    /// There is no control of that name.
    public static let unknownControl = Self(rawValue: "unknownControl")
    /// A title, colour, image or set of states that a control cannot have; `details.field` says which.
    public static let invalidControl = Self(rawValue: "invalidControl")
    /// A length, count or scale that no layout can be made of.
    public static let invalidGeometry = Self(rawValue: "invalidGeometry")

    // The protocol.

    /// An idempotency key came back with another request than it was first used for.
    public static let idempotencyKeyReused = Self(rawValue: "idempotencyKeyReused")
    /// A frame, or an answer, longer than the limit.
    public static let frameTooLarge = Self(rawValue: "frameTooLarge")
    /// Bytes that are not a message of the protocol.
    public static let malformed = Self(rawValue: "malformed")
    /// A method that this daemon does not have.
    public static let unknownMethod = Self(rawValue: "unknownMethod")
    /// No version of the protocol is spoken by both sides.
    public static let unsupportedVersion = Self(rawValue: "unsupportedVersion")
    /// A request came before `hello`.
    public static let helloRequired = Self(rawValue: "helloRequired")
    /// The time given for the call has passed.
    public static let deadlineExceeded = Self(rawValue: "deadlineExceeded")
    /// The caller took the request back.
    public static let cancelled = Self(rawValue: "cancelled")
    /// A limit of the daemon is reached; `details` says which, and how much is used.
    public static let overloaded = Self(rawValue: "overloaded")
    /// The peer, or the daemon, may not do that.
    public static let permissionDenied = Self(rawValue: "permissionDenied")
    /// The disk did not take the change; nothing was changed.
    public static let storageFailure = Self(rawValue: "storageFailure")

    // The client's side.

    /// Nobody listens at the socket.
    public static let noDaemon = Self(rawValue: "noDaemon")
    /// The connection ended before the answer came.
    public static let connectionLost = Self(rawValue: "connectionLost")
}
