/// Takes back a request of the same connection that has not been answered yet, or ends a stream.
///
/// What was cancelled was not done and is answered with `cancelled`, before this call is. A request that was done already
/// has its answer on the way.
public struct CancelRequest: Method {
    /// `cancel`.
    public static let name = "cancel"

    /// The `id` of the request.
    public var request: UInt64

    /// Creates the call.
    public init(request: UInt64) {
        self.request = request
    }

    /// What came of it.
    public struct Answer: Codable, Hashable, Sendable {
        /// Whether the request was taken back; false where it was answered already, or never made.
        public var cancelled: Bool

        /// Creates an answer.
        public init(cancelled: Bool) {
            self.cancelled = cancelled
        }
    }
}
