public import CartModel

/// Takes away what was set for a set of states, which then shows what normal shows.
public struct ClearControl: Method {
    /// The control after the call.
    public typealias Answer = ControlAnswer
    /// `control.clear`.
    public static let name = "control.clear"
    /// Changes what is on disk.
    public static let isMutation = true

    /// The control's name.
    public var control: String
    /// Exactly this set of states is cleared (nil is normal).
    public var state: ControlState?
    /// Which of the values (nil is all three).
    public var values: [ControlValue]?
    /// Refuses with `versionConflict` where the control has another version.
    public var expectedVersion: Int64?

    /// Creates the call.
    public init(
        control: String,
        state: ControlState? = nil,
        values: [ControlValue]? = nil,
        expectedVersion: Int64? = nil
    ) {
        self.control = control
        self.state = state
        self.values = values
        self.expectedVersion = expectedVersion
    }
}
