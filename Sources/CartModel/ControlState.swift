/// The states that a control is in, all at once; the bits are those of UIKit's `UIControl.State`.
public struct ControlState: NamedOptions, Hashable, Codable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes a set of states from its bits; bits without a name are kept.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// No state: enabled, neither selected nor touched nor focused.
    public static let normal = ControlState([])
    /// A touch is inside.
    public static let highlighted = ControlState(rawValue: 1 << 0)
    /// It does not react to touches.
    public static let disabled = ControlState(rawValue: 1 << 1)
    /// It is chosen.
    public static let selected = ControlState(rawValue: 1 << 2)
    /// It has the keyboard's or the remote control's focus.
    public static let focused = ControlState(rawValue: 1 << 3)

    /// The states with their UIKit names.
    public static let named: [(name: String, option: ControlState)] = [
        ("highlighted", .highlighted), ("disabled", .disabled), ("selected", .selected), ("focused", .focused),
    ]
}
