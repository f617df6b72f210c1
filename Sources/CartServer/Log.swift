import Glibc
import Systemd

/// Where the daemon says what happened: the journal with its fields where standard error leads there, else lines on
/// standard error.
struct Log: Sendable {
    /// The fields beside the message, for `journalctl FIELD=value` (systemd.journal-fields(7)).
    enum Field: String, Sendable {
        case cart = "CART"
        case catalog = "CATALOG"
        case socket = "SOCKET"
        case peerUID = "PEER_UID"
        case peerPID = "PEER_PID"
        case method = "METHOD"
        case code = "ERROR_CODE"
    }

    private let isJournal: Bool

    /// Finds out where standard error leads.
    init() {
        isJournal = Journal.isConnected()
    }

    /// Writes one entry; where that fails there is nobody left to tell.
    func write(
        _ message: String,
        priority: Journal.Priority = .info,
        fields: [(Field, String)] = []
    ) {
        guard isJournal else {
            let line = Array("cartd: \(message)\n".utf8)
            _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            return
        }
        let entries = fields.compactMap { field, value in
            (try? Journal.FieldName(field.rawValue)).map { Journal.Field($0, value) }
        }
        try? Journal.send(message, priority: priority, fields: entries)
    }
}

extension Caller {
    /// The peer as fields of a log entry.
    var fields: [(Log.Field, String)] { [(.peerUID, "\(user)"), (.peerPID, "\(process)")] }
}
