package import CartModel

/// A control after the call.
public struct ControlAnswer: Codable, Hashable, Sendable {
    /// The control.
    public var control: ControlView

    /// Creates an answer.
    public init(control: ControlView) {
        self.control = control
    }

    /// Shows a control.
    package init(_ control: Control) {
        self.init(control: ControlView(control))
    }
}
