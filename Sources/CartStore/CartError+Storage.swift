import CSQLite
import CartModel
import Glibc

extension CartError {
    /// The `storageFailure` for an SQLite result code: file, SQLite's words, and the way out.
    ///
    /// - Parameters:
    ///   - code: An extended result code.
    ///   - message: What SQLite says of it.
    ///   - systemError: The errno behind it, or 0.
    ///   - doing: `opening`, `reading`, `writing`.
    static func storage(
        _ path: String,
        code: Int32,
        message: String,
        systemError: Int32 = 0,
        doing: String
    ) -> CartError {
        var text = "\(doing) \(path) failed: \(message)"
        var details: [String: Detail] = ["file": .string(path), "sqliteCode": .integer(Int64(code))]
        // SQLite keeps the errno of an earlier call; it says something of these kinds of failure only.
        let primary = code & 0xFF
        if systemError != 0, [SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN].contains(primary) {
            text += " (\(String(cString: strerror(systemError))))"
            details["errno"] = .integer(Int64(systemError))
        }
        return CartError(.storageFailure, "\(text); \(wayOut(primary))", details: details)
    }

    /// The `storageFailure` for a system call on the state directory or a file in it.
    static func storage(_ path: String, systemError: Int32, doing: String) -> CartError {
        let way =
            switch systemError {
            case ENOSPC, EDQUOT: wayOut(SQLITE_FULL)
            case EACCES, EPERM, EROFS: wayOut(SQLITE_PERM)
            default: "check the path, or choose another state directory"
            }
        return CartError(
            .storageFailure,
            "\(doing) \(path) failed: \(String(cString: strerror(systemError))); \(way)",
            details: ["file": .string(path), "errno": .integer(Int64(systemError))]
        )
    }

    /// The `storageFailure` for a database that was taken from where it was opened.
    static func moved(_ path: String) -> CartError {
        CartError(
            .storageFailure,
            "\(path) is not the file any more that the daemon has opened: put it back, or end the daemon and start it anew",
            details: ["file": .string(path)]
        )
    }

    /// The `storageFailure` for a database whose content cannot be what this program wrote.
    static func damaged(_ path: String, _ what: String) -> CartError {
        CartError(
            .storageFailure,
            "\(path) is damaged: \(what); \(wayOut(SQLITE_CORRUPT))",
            details: ["file": .string(path)]
        )
    }

    private static func wayOut(_ primary: Int32) -> String {
        switch primary {
        case SQLITE_FULL: "free some space on its filesystem and try again"
        case SQLITE_BUSY, SQLITE_LOCKED: "another program has it open; end that program and start again"
        case SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_AUTH:
            "check that this user may write to it and to its directory"
        case SQLITE_CORRUPT, SQLITE_NOTADB:
            "it was left as it is; put back a copy of it, or move it and its -wal file away to start empty"
        default: "check the disk and try again"
        }
    }
}
