public import CartModel

/// Watches one control or all of them: their state, then every change, and the events that are sent to them.
public struct WatchControls: StreamMethod {
    /// Only the end of the stream is an answer.
    public typealias Answer = StreamEnd
    /// `control.watch`.
    public static let name = "control.watch"

    /// Only this one, which may come and go meanwhile; nil is all.
    public var control: String?
    /// Of the events that are sent only those with one of these bits (nil is all, 0 none); changes are told in any case.
    public var events: ControlEvents?
    /// The last event that the caller has seen.
    public var from: Int64?

    /// Creates the call.
    public init(control: String? = nil, events: ControlEvents? = nil, from: Int64? = nil) {
        self.control = control
        self.events = events
        self.from = from
    }

    /// What has happened to a control, or some of the list.
    public struct Event: StreamEvent {
        /// The number of the change.
        public var sequence: Int64
        /// `snapshot`, `resumed`, `resync`, `changed`, `sent` or `removed`.
        public var kind: StreamEventKind
        /// With `snapshot` a page of the list by name, with `changed` the one control.
        public var controls: [ControlView]?
        /// The control that the events were sent to, or that is gone; with `sent` and `removed`.
        public var name: String?
        /// What was sent, as UIKit's bits; with `sent`.
        public var events: ControlEvents?
        /// The states that the control was in when it was sent the events, as UIKit's bits; with `sent`.
        public var state: ControlState?
        /// True where the next page of the snapshot follows; absent otherwise.
        ///
        /// See ``WatchCarts/Event/more``.
        public var more: Bool?

        /// Creates an event that tells of no change.
        public init(sequence: Int64, kind: StreamEventKind) {
            self.init(sequence: sequence, kind: kind, controls: nil)
        }

        /// Creates an event.
        public init(
            sequence: Int64,
            kind: StreamEventKind,
            controls: [ControlView]? = nil,
            name: String? = nil,
            events: ControlEvents? = nil,
            state: ControlState? = nil,
            more: Bool? = nil
        ) {
            self.sequence = sequence
            self.kind = kind
            self.controls = controls
            self.name = name
            self.events = events
            self.state = state
            self.more = more
        }
    }
}
