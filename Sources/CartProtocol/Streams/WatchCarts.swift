/// Watches all carts without their lines: the list, then the entry of every cart that is made or changed.
public struct WatchCarts: StreamMethod {
    /// Only the end of the stream is an answer.
    public typealias Answer = StreamEnd
    /// `cart.watchAll`.
    public static let name = "cart.watchAll"

    /// The last event that the caller has seen.
    public var from: Int64?

    /// Creates the call.
    public init(from: Int64? = nil) {
        self.from = from
    }

    /// Some entries of the list.
    public struct Event: StreamEvent {
        /// The number of the change.
        public var sequence: Int64
        /// `snapshot`, `resumed`, `resync` or `changed`.
        public var kind: StreamEventKind
        /// With `snapshot` a page of the list by name, with `changed` the one cart.
        public var carts: [ListCarts.CartSummary]?
        /// True where the next page of the snapshot follows; absent otherwise.
        ///
        /// Each page is of its own moment; what changes meanwhile follows as events after the last page. Only the last
        /// page makes the snapshot whole: who loses the connection before it begins again without `from`.
        public var more: Bool?

        /// Creates an event that tells of no change.
        public init(sequence: Int64, kind: StreamEventKind) {
            self.init(sequence: sequence, kind: kind, carts: nil)
        }

        /// Creates an event.
        public init(
            sequence: Int64,
            kind: StreamEventKind,
            carts: [ListCarts.CartSummary]? = nil,
            more: Bool? = nil
        ) {
            self.sequence = sequence
            self.kind = kind
            self.carts = carts
            self.more = more
        }
    }
}
