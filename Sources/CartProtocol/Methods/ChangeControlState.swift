public import CartModel

/// Puts a control into some states and takes it out of others, all at once.
///
/// To select is to set `selected`, to deselect to clear it, to disable to set `disabled`, to enable to clear it.
public struct ChangeControlState: Method {
    /// The control after the call.
    public typealias Answer = ControlAnswer
    /// `control.change`.
    public static let name = "control.change"
    /// Changes what is on disk.
    public static let isMutation = true

    /// The control's name.
    public var control: String
    /// The states that it is in afterwards (none).
    public var set: ControlState?
    /// The states that it is not in afterwards (none); none of those in `set`.
    public var clear: ControlState?
    /// Refuses with `versionConflict` where the control has another version.
    public var expectedVersion: Int64?

    /// Creates the call.
    public init(
        control: String,
        set: ControlState? = nil,
        clear: ControlState? = nil,
        expectedVersion: Int64? = nil
    ) {
        self.control = control
        self.set = set
        self.clear = clear
        self.expectedVersion = expectedVersion
    }
}
