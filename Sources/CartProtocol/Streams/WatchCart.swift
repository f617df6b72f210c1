/// Watches one cart: its state, then its state after every change.
///
/// A change of the catalog that the cart is filled from is told too, because it may enable or disable the add button.
public struct WatchCart: StreamMethod {
    /// Only the end of the stream is an answer.
    public typealias Answer = StreamEnd
    /// `cart.watch`.
    public static let name = "cart.watch"

    /// The cart's name; nil is `default`.
    ///
    /// One that its first add has yet to make is not there to be watched, but for `default`.
    public var cart: String?
    /// The last event that the caller has seen.
    public var from: Int64?

    /// Creates the call.
    public init(cart: String? = nil, from: Int64? = nil) {
        self.cart = cart
        self.from = from
    }

    /// The cart after a change.
    public struct Event: StreamEvent {
        /// The number of the change.
        public var sequence: Int64
        /// `snapshot`, `resumed`, `resync` or `changed`.
        public var kind: StreamEventKind
        /// The cart; with `snapshot` and `changed`.
        public var cart: CartView?
        /// Whether one more line fits and there is a product for it; with the cart.
        public var canAdd: Bool?
        /// Whether there is a line to remove; with the cart.
        public var canRemove: Bool?

        /// Creates an event that tells of no change.
        public init(sequence: Int64, kind: StreamEventKind) {
            self.init(sequence: sequence, kind: kind, state: nil)
        }

        /// Creates an event.
        public init(sequence: Int64, kind: StreamEventKind, state: CartAnswer? = nil) {
            self.sequence = sequence
            self.kind = kind
            cart = state?.cart
            canAdd = state?.canAdd
            canRemove = state?.canRemove
        }
    }
}
