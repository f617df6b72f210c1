/// What the handlers of a turn want in the log once it is on disk.
package final class TurnNotes {
    private var notes: [TurnNote] = []

    /// Notes something that becomes true with the turn's commit.
    func add(_ message: String, _ fields: [(LogField, String)]) {
        notes.append(TurnNote(message: message, fields: fields))
    }

    /// Takes all notes out.
    func take() -> [TurnNote] {
        guard !notes.isEmpty else {
            return []
        }
        defer { notes = [] }
        return notes
    }
}

/// One entry for the log.
package struct TurnNote {
    /// What happened.
    package var message: String
    /// Its facts.
    package var fields: [(LogField, String)]
}
