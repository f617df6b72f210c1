/// Takes a control away.
public struct RemoveControl: Method {
    /// The control as it was.
    public typealias Answer = ControlAnswer
    /// `control.remove`.
    public static let name = "control.remove"
    /// Changes what is on disk.
    public static let isMutation = true

    /// The control's name.
    public var control: String
    /// Refuses with `versionConflict` where the control has another version.
    public var expectedVersion: Int64?

    /// Creates the call.
    public init(control: String, expectedVersion: Int64? = nil) {
        self.control = control
        self.expectedVersion = expectedVersion
    }
}
