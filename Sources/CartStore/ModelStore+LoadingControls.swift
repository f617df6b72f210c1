import CartModel

extension ModelStore {
    /// Reads all controls.
    ///
    /// - Throws: `storageFailure` where a row cannot be what was written.
    func loadControls() throws(CartError) {
        let path = database.path
        let rows = try database.prepare(
            "SELECT number, name, version, state, spacing, horizontal, vertical FROM controls ORDER BY number"
        )
        let values = try database.prepare(
            "SELECT control, state, title, color, image FROM control_values ORDER BY control, state"
        )
        var hasValues = try values.step()
        while try rows.step() {
            let number = rows.integer(at: 0)
            var control = try readControl(rows)
            while hasValues, values.integer(at: 0) == number {
                try readValues(values, into: &control)
                hasValues = try values.step()
            }
            let entry = ControlEntry(number: number, control: control, saved: .same)
            guard controlEntries.updateValue(entry, forKey: control.name) == nil else {
                throw .damaged(path, "it has two controls named \(control.name)")
            }
            guard number > 0, number < Int64.max else {
                throw .damaged(path, "the control \(control.name) has the number \(number)")
            }
            nextControlNumber = number + 1
        }
        guard !hasValues else {
            throw .damaged(path, "it has values of a control that does not exist")
        }
    }

    /// Reads the number of the newest change.
    ///
    /// - Throws: `storageFailure` where it cannot be what was written.
    func loadHistory() throws(CartError) {
        let counter = try database.prepare("SELECT value FROM counters WHERE name = 'changes'")
        guard try counter.step(), (0..<Int64.max / 2).contains(counter.integer(at: 0)) else {
            throw .damaged(database.path, "the number of its newest change is missing or out of range")
        }
        let carts = try database.prepare("SELECT max(sequence), min(sequence) FROM carts")
        guard try carts.step(), carts.integer(at: 0) < Int64.max / 2, carts.integer(at: 1) >= 0 else {
            throw .damaged(database.path, "the number of the change of a cart is out of range")
        }
        history = ChangeHistory(newest: max(counter.integer(at: 0), carts.integer(at: 0)))
    }

    private func readControl(_ row: Statement) throws(CartError) -> Control {
        let name = try row.text(at: 1)
        guard let state = UInt32(exactly: row.integer(at: 3)),
            let horizontal = Control.HorizontalAlignment(rawValue: try row.text(at: 5)),
            let vertical = Control.VerticalAlignment(rawValue: try row.text(at: 6))
        else {
            throw .damaged(database.path, "the row of the control \(name) is not readable")
        }
        do {
            return try Control(
                name: name,
                version: row.integer(at: 2),
                state: ControlState(rawValue: state),
                spacing: row.double(at: 4),
                horizontal: horizontal,
                vertical: vertical
            )
        } catch {
            throw .damaged(database.path, error.message)
        }
    }

    private func readValues(_ row: Statement, into control: inout Control) throws(CartError) {
        guard let state = UInt32(exactly: row.integer(at: 1)) else {
            throw .damaged(database.path, "the states of a value of the control \(control.name) are not readable")
        }
        var values: [ControlValue: String] = [:]
        values[.title] = try row.optionalText(at: 2)
        values[.color] = try row.optionalText(at: 3)
        values[.image] = try row.optionalText(at: 4)
        do {
            try control.restore(values, for: ControlState(rawValue: state))
        } catch {
            throw .damaged(database.path, "a value of the control \(control.name): \(error.message)")
        }
    }
}
