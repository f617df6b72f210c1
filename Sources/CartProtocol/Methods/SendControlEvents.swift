public import CartModel

/// Says that something happened to a control; everybody who watches its events hears of it, or finds it by polling.
///
/// As with UIKit's `sendActions(for:)` the control's state is not asked: a disabled one sends too.
public struct SendControlEvents: Method {
    /// `control.send`.
    public static let name = "control.send"
    /// Changes what is on disk: the number of the newest change.
    public static let isMutation = true

    /// The control's name.
    public var control: String
    /// What happened, as UIKit's bits; at least one.
    public var events: ControlEvents

    /// Creates the call.
    public init(control: String, events: ControlEvents) {
        self.control = control
        self.events = events
    }

    /// The event as it was sent.
    public struct Answer: Codable, Hashable, Sendable {
        /// The number of the event.
        public var sequence: Int64

        /// Creates an answer.
        public init(sequence: Int64) {
            self.sequence = sequence
        }
    }
}
