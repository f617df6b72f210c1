/// A control after the call.
public struct ControlAnswer: Codable, Hashable, Sendable {
    /// The control.
    public var control: ControlView

    /// Creates an answer.
    public init(control: ControlView) {
        self.control = control
    }
}
