/// What happens to a control; the bits are those of UIKit's `UIControl.Event`.
public struct ControlEvents: NamedOptions, Hashable, Codable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes a set of events from its bits; bits without a name are kept.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A finger went down inside.
    public static let touchDown = ControlEvents(rawValue: 1 << 0)
    /// A finger went down once more in short succession.
    public static let touchDownRepeat = ControlEvents(rawValue: 1 << 1)
    /// A finger moved inside.
    public static let touchDragInside = ControlEvents(rawValue: 1 << 2)
    /// A finger moved just outside.
    public static let touchDragOutside = ControlEvents(rawValue: 1 << 3)
    /// A finger moved in.
    public static let touchDragEnter = ControlEvents(rawValue: 1 << 4)
    /// A finger moved out.
    public static let touchDragExit = ControlEvents(rawValue: 1 << 5)
    /// A finger was lifted inside: a click.
    public static let touchUpInside = ControlEvents(rawValue: 1 << 6)
    /// A finger was lifted outside.
    public static let touchUpOutside = ControlEvents(rawValue: 1 << 7)
    /// The system broke off the touch.
    public static let touchCancel = ControlEvents(rawValue: 1 << 8)
    /// The control's value changed.
    public static let valueChanged = ControlEvents(rawValue: 1 << 12)
    /// The control's main action was triggered.
    public static let primaryActionTriggered = ControlEvents(rawValue: 1 << 13)
    /// The control's menu was asked for.
    public static let menuActionTriggered = ControlEvents(rawValue: 1 << 14)
    /// Text entry began.
    public static let editingDidBegin = ControlEvents(rawValue: 1 << 16)
    /// Text changed.
    public static let editingChanged = ControlEvents(rawValue: 1 << 17)
    /// Text entry ended because the focus went elsewhere.
    public static let editingDidEnd = ControlEvents(rawValue: 1 << 18)
    /// Text entry ended with the return key.
    public static let editingDidEndOnExit = ControlEvents(rawValue: 1 << 19)

    /// All touches.
    public static let allTouchEvents = ControlEvents(rawValue: 0x0000_0FFF)
    /// All of text entry.
    public static let allEditingEvents = ControlEvents(rawValue: 0x000F_0000)
    /// The bits that applications may give a meaning of their own.
    public static let applicationReserved = ControlEvents(rawValue: 0x0F00_0000)
    /// The bits that are kept for the system.
    public static let systemReserved = ControlEvents(rawValue: 0xF000_0000)
    /// Everything.
    public static let allEvents = ControlEvents(rawValue: 0xFFFF_FFFF)

    /// The single events with their UIKit names.
    public static let named: [(name: String, option: ControlEvents)] = [
        ("touchDown", .touchDown), ("touchDownRepeat", .touchDownRepeat), ("touchDragInside", .touchDragInside),
        ("touchDragOutside", .touchDragOutside), ("touchDragEnter", .touchDragEnter),
        ("touchDragExit", .touchDragExit), ("touchUpInside", .touchUpInside), ("touchUpOutside", .touchUpOutside),
        ("touchCancel", .touchCancel), ("valueChanged", .valueChanged),
        ("primaryActionTriggered", .primaryActionTriggered), ("menuActionTriggered", .menuActionTriggered),
        ("editingDidBegin", .editingDidBegin), ("editingChanged", .editingChanged),
        ("editingDidEnd", .editingDidEnd), ("editingDidEndOnExit", .editingDidEndOnExit),
    ]
}
