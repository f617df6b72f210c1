import Glibc
import Systemd

/// Where the daemon says what happened: the journal with its fields where standard error leads there; else warnings and
/// worse as lines on standard error.
struct Log: Sendable {
    private let isJournal: Bool

    /// Finds out where standard error leads.
    init() {
        isJournal = Journal.isConnected()
    }

    /// Writes one entry; where that fails there is nobody left to tell.
    func write(
        _ message: String,
        priority: Journal.Priority = .info,
        fields: [(LogField, String)] = []
    ) {
        if isJournal {
            let entries = fields.compactMap { field, value in
                (try? Journal.FieldName(field.rawValue)).map { Journal.Field($0, value) }
            }
            try? Journal.send(message, priority: priority, fields: entries)
        } else if priority <= .warning {
            let line = Array("cartd: \(message)\n".utf8)
            _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }

    /// Writes what a turn noted.
    func write(_ notes: [TurnNote]) {
        for note in notes {
            write(note.message, fields: note.fields)
        }
    }
}
