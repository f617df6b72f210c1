extension Control {
    /// What to set of a control; what is nil, or not in `values`, stays as it is.
    public struct Settings: Hashable, Sendable {
        /// The set of states that the values are for.
        public var state: ControlState
        /// The new values; an empty title or image shows none where normal has one.
        public var values: [ControlValue: String]
        /// The room between image and title, in every state.
        public var spacing: Double?
        /// Where the content lies between left and right, in every state.
        public var horizontal: HorizontalAlignment?
        /// Where the content lies between top and bottom, in every state.
        public var vertical: VerticalAlignment?

        /// Creates settings.
        public init(
            state: ControlState = .normal,
            values: [ControlValue: String] = [:],
            spacing: Double? = nil,
            horizontal: HorizontalAlignment? = nil,
            vertical: VerticalAlignment? = nil
        ) {
            self.state = state
            self.values = values
            self.spacing = spacing
            self.horizontal = horizontal
            self.vertical = vertical
        }
    }

    /// Sets values, spacing and alignments, all or none.
    ///
    /// - Returns: Whether anything changed; the first settings of a control always do.
    /// - Throws: `invalidControl`, `invalidGeometry`; the control is then as it was.
    @discardableResult
    public mutating func set(_ settings: Settings) throws(CartError) -> Bool {
        try Self.check(settings.state)
        for kind in ControlValue.allCases {
            if let text = settings.values[kind] { try Self.check(text, as: kind) }
        }
        if let spacing = settings.spacing { try Self.check(spacing: spacing) }
        var isChanged = version == 0
        for (kind, text) in settings.values where self[kind][settings.state]?.isIdentical(to: text) != true {
            self[kind][settings.state] = text
            isChanged = true
        }
        isChanged = Self.replace(&spacing, with: settings.spacing) || isChanged
        isChanged = Self.replace(&horizontal, with: settings.horizontal) || isChanged
        isChanged = Self.replace(&vertical, with: settings.vertical) || isChanged
        if isChanged { version += 1 }
        return isChanged
    }

    /// Takes away values of exactly one set of states, which then shows what normal shows.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `invalidControl`.
    @discardableResult
    public mutating func clear(
        _ kinds: some Sequence<ControlValue> = ControlValue.allCases,
        for state: ControlState
    ) throws(CartError) -> Bool {
        try Self.check(state)
        var isChanged = false
        for kind in kinds where self[kind][state] != nil {
            self[kind][state] = nil
            isChanged = true
        }
        if isChanged { version += 1 }
        return isChanged
    }

    /// Puts the control into some states and takes it out of others.
    ///
    /// - Returns: Whether anything changed.
    /// - Throws: `invalidControl`, also for a state that is in both sets.
    @discardableResult
    public mutating func changeState(setting: ControlState, clearing: ControlState) throws(CartError) -> Bool {
        try Self.check(setting, as: "set")
        try Self.check(clearing, as: "clear")
        guard setting.isDisjoint(with: clearing) else {
            throw .invalidControl("clear", "a state cannot be set and cleared at once")
        }
        let new = state.union(setting).subtracting(clearing)
        guard new != state else {
            return false
        }
        state = new
        version += 1
        return true
    }

    /// Checks that the caller has seen the newest version.
    ///
    /// - Throws: `versionConflict` with the current version.
    public func check(expectedVersion: Int64?) throws(CartError) {
        guard let expectedVersion, expectedVersion != version else {
            return
        }
        throw CartError(
            .versionConflict,
            "the control \(name) is at version \(version), not \(expectedVersion); show it and try again",
            details: [
                "control": .string(name), "currentVersion": .integer(version),
                "expectedVersion": .integer(expectedVersion),
            ]
        )
    }

    private static func replace<Value: Equatable>(_ value: inout Value, with new: Value?) -> Bool {
        guard let new, new != value else {
            return false
        }
        value = new
        return true
    }
}
