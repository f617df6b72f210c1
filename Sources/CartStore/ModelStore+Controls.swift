package import CartModel

extension ModelStore {
    /// The control of that name.
    ///
    /// - Throws: `unknownControl`, `invalidName`.
    package func control(named name: String) throws(CartError) -> Control {
        if let control = storedControl(named: name) {
            return control
        }
        try ModelLimits.check(name: name, of: "control")
        throw CartError(
            .unknownControl,
            "there is no control \(name); setting something of it makes it",
            details: ["control": .string(name)]
        )
    }

    /// The control of that name, or nil.
    package func storedControl(named name: String) -> Control? {
        controlEntries[name]?.control
    }

    /// All controls by name.
    package var controls: [Control] {
        let order = orderOfControls()
        return order.compactMap { controlEntries[$0]?.control }
    }

    /// The names of all controls that come behind a name, or of all controls, in order.
    package func controlNames(after name: String?) -> ArraySlice<String> {
        let order = orderOfControls()
        return name.map { order[order.firstIndex(after: $0)...] } ?? order[...]
    }

    private func orderOfControls() -> [String] {
        if let controlOrder {
            return controlOrder
        }
        let order = controlEntries.values.compactMap(\.control?.name).sorted()
        controlOrder = order
        return order
    }

    /// Checks that one control more may be stored, before it is made.
    ///
    /// - Throws: `overloaded` (`details`: `limit`, `used`, `allowed`).
    package func checkRoomForControl() throws(CartError) {
        guard controlEntries.count >= options.controlCount else {
            return
        }
        // One that was removed in this turn has an entry until its end.
        let count = controlEntries.values.count { $0.control != nil }
        guard count < options.controlCount else {
            throw .overloaded(
                "controls",
                used: count,
                allowed: options.controlCount,
                "there are \(count) controls, of at most \(options.controlCount); remove one first"
            )
        }
    }

    /// Keeps a changed control, in memory now and on disk with ``commit()``, and notes what has happened to it.
    ///
    /// Names that are canonically equivalent are one name, in the spelling that was stored first. For a new control
    /// ``checkRoomForControl()`` has said that there is room.
    ///
    /// - Returns: The control as it is kept.
    @discardableResult
    package func put(_ control: Control, as event: ControlEvent.Kind) -> Control {
        var control = control
        if let index = controlEntries.index(forKey: control.name) {
            let spelling = controlEntries.keys[index]
            if !control.name.isIdentical(to: spelling), let renamed = try? control.named(spelling) {
                control = renamed
            }
            noteChange(at: index)
            if controlEntries.values[index].control == nil {
                controlOrder = nil
            }
            controlEntries.values[index].control = control
        } else {
            controlEntries[control.name] = ControlEntry(number: nextControlNumber, control: control, saved: .nothing)
            nextControlNumber += 1
            changedControls.append(control.name)
            controlOrder = nil
        }
        history.append(.control(ControlEvent(event, of: control)))
        return control
    }

    /// Removes a control.
    ///
    /// - Returns: The control as it was.
    /// - Throws: `unknownControl`, `invalidName`.
    @discardableResult
    package func removeControl(named name: String) throws(CartError) -> Control {
        let control = try control(named: name)
        if let index = controlEntries.index(forKey: name) {
            noteChange(at: index)
            controlEntries.values[index].control = nil
            controlOrder = nil
        }
        history.append(.control(ControlEvent(.removed, of: control)))
        return control
    }

    /// Notes that something was sent to a control.
    ///
    /// - Returns: The number of the event.
    /// - Throws: `unknownControl`, `invalidName`.
    package func send(_ events: ControlEvents, toControlNamed name: String) throws(CartError) -> Int64 {
        history.append(.control(ControlEvent(.sent(events), of: try control(named: name))))
    }

    /// Keeps what the database has, once.
    private func noteChange(at index: Dictionary<String, ControlEntry>.Index) {
        if case .same = controlEntries.values[index].saved, let control = controlEntries.values[index].control {
            controlEntries.values[index].saved = .older(control)
            changedControls.append(controlEntries.keys[index])
        }
    }

    // MARK: - The end of a turn

    /// Writes what differs between the controls in memory and on disk.
    func writeControls() throws(CartError) {
        for name in changedControls {
            if let entry = controlEntries[name] {
                try write(entry)
            }
        }
    }

    /// Takes note that all controls are on disk.
    func commitControls() {
        for name in changedControls {
            guard let index = controlEntries.index(forKey: name) else {
                continue
            }
            if controlEntries.values[index].control == nil {
                controlEntries.remove(at: index)
            } else {
                controlEntries.values[index].saved = .same
            }
        }
        changedControls.removeAll(keepingCapacity: true)
    }

    /// Takes back all changes of controls since the last commit.
    func rollbackControls() {
        if !changedControls.isEmpty {
        }
        for name in changedControls {
            guard let index = controlEntries.index(forKey: name) else {
                continue
            }
            switch controlEntries.values[index].saved {
            case .same:
                break
            case .nothing:
                controlEntries.remove(at: index)
            case .older(let control):
                controlEntries.values[index].control = control
                controlEntries.values[index].saved = .same
            }
        }
        changedControls.removeAll(keepingCapacity: true)
        controlOrder = nil
    }

    private func write(_ entry: ControlEntry) throws(CartError) {
        guard let control = entry.control else {
            if case .older = entry.saved {
                try deleteValues(of: entry)
                try statements.deleteControl.bind(entry.number, at: 1)
                try statements.deleteControl.run()
            }
            return
        }
        try statements.putControl.bind(entry.number, at: 1)
        try statements.putControl.bind(control.name, at: 2)
        try statements.putControl.bind(control.version, at: 3)
        try statements.putControl.bind(Int64(control.state.rawValue), at: 4)
        try statements.putControl.bind(real: control.spacing, at: 5)
        try statements.putControl.bind(control.horizontal.rawValue, at: 6)
        try statements.putControl.bind(control.vertical.rawValue, at: 7)
        try statements.putControl.run()

        if case .older(let before) = entry.saved {
            guard !control.hasIdenticalValues(to: before) else {
                return
            }
            try deleteValues(of: entry)
        }
        try statements.insertControlValues.bind(entry.number, at: 1)
        for state in control.statesWithValues {
            try statements.insertControlValues.bind(Int64(state.rawValue), at: 2)
            try statements.insertControlValues.bind(control.value(.title, for: state), at: 3)
            try statements.insertControlValues.bind(control.value(.color, for: state), at: 4)
            try statements.insertControlValues.bind(control.value(.image, for: state), at: 5)
            try statements.insertControlValues.run()
        }
    }

    private func deleteValues(of entry: ControlEntry) throws(CartError) {
        try statements.deleteControlValues.bind(entry.number, at: 1)
        try statements.deleteControlValues.run()
    }
}
