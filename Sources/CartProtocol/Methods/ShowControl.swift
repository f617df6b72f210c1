/// Shows a control.
public struct ShowControl: Method {
    /// The control.
    public typealias Answer = ControlAnswer
    /// `control.show`.
    public static let name = "control.show"

    /// The control's name.
    public var control: String

    /// Creates the call.
    public init(control: String) {
        self.control = control
    }
}
