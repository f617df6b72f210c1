extension Control {
    /// Brings back a control from a store.
    ///
    /// - Throws: `invalidName`, `invalidControl`, `invalidGeometry`, `storageFailure` where the parts cannot belong to a
    ///   control.
    package init(
        name: String,
        version: Int64,
        state: ControlState,
        spacing: Double,
        horizontal: HorizontalAlignment,
        vertical: VerticalAlignment
    ) throws(CartError) {
        try self.init(name: name)
        try Self.check(state)
        try Self.check(spacing: spacing)
        // Half the range leaves room for more changes than a machine makes in its life, so counting up is safe.
        guard version > 0, version < Int64.max / 2 else {
            throw CartError(.storageFailure, "the stored control \(name) is damaged: version \(version)")
        }
        self.version = version
        self.state = state
        self.spacing = spacing
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// Brings back the values of one set of states.
    ///
    /// - Throws: `invalidControl`.
    package mutating func restore(_ values: [ControlValue: String], for state: ControlState) throws(CartError) {
        try Self.check(state)
        for kind in ControlValue.allCases {
            guard let text = values[kind] else {
                continue
            }
            try Self.check(text, as: kind)
            self[kind][state] = text
        }
    }

    /// The same control under another spelling of its name.
    package func named(_ name: String) throws(CartError) -> Control {
        var control = try Control(name: name)
        control.version = version
        control.state = state
        control.spacing = spacing
        control.horizontal = horizontal
        control.vertical = vertical
        (control.titles, control.colors, control.images) = (titles, colors, images)
        return control
    }

    /// Whether two controls have the same values byte for byte; `==` takes canonically equivalent texts for one.
    package func hasIdenticalValues(to other: Control) -> Bool {
        ControlValue.allCases.allSatisfy { kind in
            let states = self[kind].states
            return states == other[kind].states
                && states.allSatisfy { state in
                    (self[kind][state] ?? "").isIdentical(to: other[kind][state] ?? "")
                }
        }
    }
}
