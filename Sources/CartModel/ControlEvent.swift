/// Something that has happened to a control.
public struct ControlEvent: Hashable, Sendable {
    /// The number of the event: one more than that of the event before.
    public let sequence: Int64
    /// The control's name.
    public let control: String
    /// What has happened.
    public let kind: Kind
    /// The states that the control was in afterwards.
    public let state: ControlState
    /// The version of the control afterwards; of a removed one, its last.
    public let version: Int64

    /// What can happen to a control.
    public enum Kind: Hashable, Sendable {
        /// It was made, or its values, spacing or alignments have changed.
        case changed
        /// The set of states has changed.
        case state
        /// Somebody sent these events.
        case sent(ControlEvents)
        /// It was removed.
        case removed
    }
}
