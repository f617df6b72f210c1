import Systemd

/// Where the daemon says what happened: the journal with its fields where standard error leads there; else warnings and
/// worse as lines on standard error.
struct Log: Sendable {
    /// Nil where it leads to the journal.
    private let lines: ErrorLines?

    /// Finds out where standard error leads.
    init() {
        lines = Journal.isConnected() ? nil : ErrorLines()
    }

    /// Writes one entry; where that fails there is nobody left to tell.
    ///
    /// - Parameter patience: Milliseconds that may be waited until standard error has room.
    func write(
        _ message: String,
        priority: Journal.Priority = .info,
        fields: [(LogField, String)] = [],
        patience: Int32 = 0
    ) {
        guard let lines else {
            let entries = fields.compactMap { field, value in
                (try? Journal.FieldName(field.rawValue)).map { Journal.Field($0, value) }
            }
            try? Journal.send(message, priority: priority, fields: entries)
            return
        }
        if priority <= .warning {
            lines.write("cartd: \(message)", patience: patience)
        }
    }

    /// Writes why the process ends, for which nobody else has to wait.
    func writeLast(_ message: String, fields: [(LogField, String)] = []) {
        write(message, priority: .error, fields: fields, patience: 1000)
    }

    /// Writes what a turn noted.
    func write(_ notes: [TurnNote]) {
        for note in notes {
            write(note.message, fields: note.fields)
        }
    }
}
