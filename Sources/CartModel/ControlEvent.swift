/// Something that has happened to a control.
package struct ControlEvent: Hashable, Sendable {
    /// The control's name.
    package let name: String
    /// What has happened.
    package let kind: Kind
    /// The states that the control was in afterwards.
    package let state: ControlState
    /// The version of the control afterwards; of a removed one, its last.
    package let version: Int64
    /// The control afterwards, where it has changed.
    package let control: Control?

    /// What can happen to a control.
    package enum Kind: Hashable, Sendable {
        /// It was made, or its values, spacing or alignments have changed.
        case changed
        /// The set of states has changed.
        case state
        /// Somebody sent these events.
        case sent(ControlEvents)
        /// It was removed.
        case removed
    }

    /// Says what has happened to a control, which is given as it is afterwards.
    package init(_ kind: Kind, of control: Control) {
        name = control.name
        self.kind = kind
        state = control.state
        version = control.version
        switch kind {
        case .changed, .state: self.control = control
        case .sent, .removed: self.control = nil
        }
    }
}
