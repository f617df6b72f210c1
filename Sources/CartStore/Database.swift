import CSQLite
package import CartModel
import Glibc

/// One connection to an SQLite database file: a thin overlay that turns result codes into ``CartError``.
///
/// Used from one thread only (SQLITE_OPEN_NOMUTEX).
package final class Database {
    /// The file, as it was given.
    package let path: String
    let handle: OpaquePointer
    /// Kept for as long as the database is open: the lock ends after the file is closed.
    private let lock: FileLock

    /// Opens the file, creating it with mode 0600 where there is none: sqlite3_open_v2(3).
    ///
    /// Until ``checkpointsOnClose(_:)`` says otherwise, closing leaves the file and its log as they are.
    ///
    /// - Throws: `storageFailure`.
    init(path: String, fileLayer: String? = nil, lock: consuming FileLock) throws(CartError) {
        // SQLite would create it with 0644; its log takes over the mode of the file.
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .storage(path, systemError: errno, doing: "opening")
        }
        close(descriptor)

        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        // Where SQLite is built so, it takes a relative path that begins with "file:" for a URI with options.
        let code = sqlite3_open_v2(path.hasPrefix("/") ? path : "./" + path, &handle, flags, fileLayer)
        guard code == SQLITE_OK, let handle else {
            sqlite3_close(handle)
            throw .storage(path, code: code, message: String(cString: sqlite3_errstr(code)), doing: "opening")
        }
        self.path = path
        self.handle = handle
        self.lock = lock
        _ = csqlite_leave_files_on_close(handle, 1)
    }

    deinit {
        // Every statement holds on to the database, so none is left here.
        sqlite3_close(handle)
    }

    /// Whether closing moves the log into the database file and removes it.
    func checkpointsOnClose(_ does: Bool) {
        _ = csqlite_leave_files_on_close(handle, does ? 0 : 1)
    }

    /// Runs statements that are needed once: sqlite3_exec(3).
    ///
    /// - Throws: `storageFailure`.
    package func execute(_ sql: String, doing: String = "using") throws(CartError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw failure(code, doing: doing)
        }
    }

    /// Whether the path names this file no more: sqlite3_file_control(3) with SQLITE_FCNTL_HAS_MOVED, a stat(2).
    ///
    /// It, or a folder of its, was moved, replaced or removed, and what is written now is found by no later daemon.
    var hasMoved: Bool {
        var hasMoved: Int32 = 0
        return sqlite3_file_control(handle, nil, SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
    }

    /// Prepares a statement to be kept: sqlite3_prepare_v3(3) with SQLITE_PREPARE_PERSISTENT.
    ///
    /// - Throws: `storageFailure`.
    func prepare(_ sql: String, doing: String = "using") throws(CartError) -> Statement {
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer else {
            throw failure(code, doing: doing)
        }
        return Statement(pointer: pointer, database: self)
    }

    /// The first column of the first row as a number.
    ///
    /// - Throws: `storageFailure`.
    package func integer(_ sql: String) throws(CartError) -> Int64 {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(at: 0) : 0
    }

    /// The first column of the first row as text; empty where there is no row.
    ///
    /// - Throws: `storageFailure`.
    func text(_ sql: String, doing: String) throws(CartError) -> String {
        let statement = try prepare(sql, doing: doing)
        return try statement.step() ? statement.text(at: 0) : ""
    }

    /// Whether a transaction is open, which some failures end by themselves: sqlite3_get_autocommit(3).
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Moves the whole log into the database file and cuts the log to nothing, which is on disk when this returns:
    /// SQLITE_CHECKPOINT_TRUNCATE, fsync(2).
    ///
    /// - Throws: `storageFailure`.
    func checkpointAndTruncate() throws(CartError) {
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        guard code == SQLITE_OK else {
            throw failure(code, doing: "writing")
        }
        // SQLite leaves the new length to the next commit. Opening the log by its name is harmless; the locks that
        // closing any descriptor of a file gives up are all on the database file.
        let log = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard log >= 0 else {
            throw .storage(path + "-wal", systemError: errno, doing: "opening")
        }
        defer { close(log) }
        guard fsync(log) == 0 else {
            throw .storage(path + "-wal", systemError: errno, doing: "writing")
        }
    }

    /// The error for a result code, with SQLite's own words for the last failure.
    func failure(_ code: Int32, doing: String) -> CartError {
        .storage(
            path,
            code: code,
            // The words are those of the last call, which may have been another one meanwhile.
            message: String(
                cString: sqlite3_extended_errcode(handle) == code ? sqlite3_errmsg(handle) : sqlite3_errstr(code)
            ),
            systemError: sqlite3_system_errno(handle),
            doing: doing
        )
    }
}
