public import CartLayout
public import CartModel

/// A stored control as it travels.
public struct ControlView: Codable, Hashable, Sendable {
    /// What the control is called.
    public var name: String
    /// Raised by one with every change.
    public var version: Int64
    /// The set of states that it is in, as UIKit's bits.
    public var state: ControlState
    /// The room between image and title in points.
    public var spacing: Double
    /// Where the content lies between left and right.
    public var horizontal: HorizontalAlignment
    /// Where the content lies between top and bottom.
    public var vertical: VerticalAlignment
    /// The values that were set, by ascending bits of their sets of states.
    public var values: [Values]

    /// Creates a view.
    public init(
        name: String,
        version: Int64,
        state: ControlState = .normal,
        spacing: Double = 2,
        horizontal: HorizontalAlignment = .center,
        vertical: VerticalAlignment = .center,
        values: [Values] = []
    ) {
        self.name = name
        self.version = version
        self.state = state
        self.spacing = spacing
        self.horizontal = horizontal
        self.vertical = vertical
        self.values = values
    }

    /// Shows a control.
    package init(_ control: Control) {
        self.init(
            name: control.name,
            version: control.version,
            state: control.state,
            spacing: control.spacing,
            // The model and the layout have the same cases under the same names.
            horizontal: HorizontalAlignment(rawValue: control.horizontal.rawValue) ?? .center,
            vertical: VerticalAlignment(rawValue: control.vertical.rawValue) ?? .center,
            values: control.statesWithValues.map { state in
                Values(
                    state: state,
                    title: control.value(.title, for: state),
                    color: control.value(.color, for: state),
                    image: control.value(.image, for: state)
                )
            }
        )
    }

    /// What was set for exactly one set of states.
    public struct Values: Codable, Hashable, Sendable {
        /// The set of states, as UIKit's bits.
        public var state: ControlState
        /// The text; an empty one shows none.
        public var title: String?
        /// The colour of the text, `#RRGGBB`.
        public var color: String?
        /// The name of the image; an empty one shows none.
        public var image: String?

        /// Creates values.
        public init(state: ControlState, title: String? = nil, color: String? = nil, image: String? = nil) {
            self.state = state
            self.title = title
            self.color = color
            self.image = image
        }
    }
}
