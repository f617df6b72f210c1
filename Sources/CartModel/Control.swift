/// A named, versioned image-over-title button, with what it shows in each set of states and the states that it is in.
public struct Control: Hashable, Sendable {
    /// What the control is called.
    public let name: String
    /// Raised by one with every change; 0 for a control that nobody has changed.
    public internal(set) var version: Int64 = 0
    /// The states that it is in, all at once.
    public internal(set) var state = ControlState.normal
    /// The room between image and title, where there are both, in points: at least 0, at most 2^52.
    public internal(set) var spacing = Control.defaultSpacing
    /// Where the content lies between left and right.
    public internal(set) var horizontal = HorizontalAlignment.center
    /// Where the content lies between top and bottom.
    public internal(set) var vertical = VerticalAlignment.center

    var titles = StateValues<String>()
    var colors = StateValues<String>()
    var images = StateValues<String>()

    /// The room between image and title of a new control, in points: that of the tutorial's control.
    public static let defaultSpacing: Double = 2

    /// Creates a control without values, in the normal state, its content in the middle as in UIKit.
    ///
    /// - Throws: `invalidName`.
    public init(name: String) throws(CartError) {
        try ModelLimits.check(name: name, of: "control")
        self.name = name
    }

    /// Where the content lies between left and right: UIKit's `UIControl.ContentHorizontalAlignment`.
    public enum HorizontalAlignment: String, Hashable, Sendable, CaseIterable {
        /// In the middle, at an edge, from edge to edge, or at the edge where reading begins or ends.
        case center, left, right, fill, leading, trailing
    }

    /// Where the content lies between top and bottom: UIKit's `UIControl.ContentVerticalAlignment`.
    public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
        /// In the middle, at an edge, or from edge to edge.
        case center, top, bottom, fill
    }
}

extension Control {
    /// The value that was set for exactly this set of states, or nil.
    public func value(_ kind: ControlValue, for state: ControlState) -> String? {
        self[kind][state]
    }

    /// The value that is shown in this set of states: its own, else that of normal, never that of a part of it.
    public func shownValue(_ kind: ControlValue, in state: ControlState) -> String? {
        self[kind].value(for: state)
    }

    /// The sets of states that some value was set for, by their bits.
    public var statesWithValues: [ControlState] {
        ControlValue.allCases.reduce(into: Set<ControlState>()) { $0.formUnion(self[$1].states) }
            .sorted { $0.rawValue < $1.rawValue }
    }

    subscript(kind: ControlValue) -> StateValues<String> {
        get {
            switch kind {
            case .title: titles
            case .color: colors
            case .image: images
            }
        }
        set {
            switch kind {
            case .title: titles = newValue
            case .color: colors = newValue
            case .image: images = newValue
            }
        }
    }
}
