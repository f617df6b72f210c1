import CSQLite
import CartModel

/// A prepared statement that is kept for the life of its database.
final class Statement {
    private let pointer: OpaquePointer
    private let database: Database

    init(pointer: OpaquePointer, database: Database) {
        self.pointer = pointer
        self.database = database
    }

    deinit {
        sqlite3_finalize(pointer)
    }

    /// Binds a number to a parameter, which count from 1: sqlite3_bind_int64(3).
    func bind(_ value: Int64, at index: Int32) throws(CartError) {
        try check(sqlite3_bind_int64(pointer, index, value))
    }

    /// Binds a floating-point number: sqlite3_bind_double(3).
    func bind(real value: Double, at index: Int32) throws(CartError) {
        try check(sqlite3_bind_double(pointer, index, value))
    }

    /// Binds the UTF-8 bytes of a text, or NULL for nil.
    func bind(_ text: String?, at index: Int32) throws(CartError) {
        guard let text else {
            return try check(sqlite3_bind_null(pointer, index))
        }
        try check(text.withUTF8Bytes { bind($0, at: index) })
    }

    private func bind(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
        bytes.withMemoryRebound(to: CChar.self) {
            csqlite_bind_text(pointer, index, $0.baseAddress, UInt64($0.count))
        }
    }

    /// Runs a statement that gives no rows with a byte value bound, which is not copied.
    func run(binding bytes: [UInt8], at index: Int32) throws(CartError) {
        try check(step(binding: bytes, at: index))
    }

    private func step(binding bytes: [UInt8], at index: Int32) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            let bound = csqlite_bind_blob(pointer, index, bytes.baseAddress, UInt64(bytes.count))
            guard bound == SQLITE_OK else {
                return bound
            }
            // Nothing may point to the bytes when they are gone.
            defer { sqlite3_bind_null(pointer, index) }
            sqlite3_step(pointer)
            return sqlite3_reset(pointer)
        }
    }

    /// Runs a statement that gives no rows with two byte values bound, which are not copied.
    func run(binding first: [UInt8], at index: Int32, and second: [UInt8], at other: Int32) throws(CartError) {
        let code = first.withUnsafeBytes { first -> Int32 in
            let bound = csqlite_bind_blob(pointer, index, first.baseAddress, UInt64(first.count))
            guard bound == SQLITE_OK else {
                return bound
            }
            defer { sqlite3_bind_null(pointer, index) }
            return step(binding: second, at: other)
        }
        try check(code)
    }

    /// Runs a statement that gives no rows and makes it ready to be bound again.
    func run() throws(CartError) {
        let code = sqlite3_step(pointer)
        // After a failure the reset gives the same code once more.
        let reset = sqlite3_reset(pointer)
        guard code == SQLITE_DONE else {
            throw database.failure(reset == SQLITE_OK ? code : reset, doing: "writing")
        }
    }

    /// Goes to the next row: sqlite3_step(3).
    ///
    /// - Returns: Whether there is one.
    /// - Throws: `storageFailure`; the statement is then reset.
    func step() throws(CartError) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW:
            return true
        case SQLITE_DONE:
            sqlite3_reset(pointer)
            return false
        case let code:
            let error = database.failure(code, doing: "reading")
            sqlite3_reset(pointer)
            throw error
        }
    }

    /// Ends reading before the last row: sqlite3_reset(3).
    func reset() {
        sqlite3_reset(pointer)
    }

    /// A column of the row, which count from 0, as a number.
    func integer(at column: Int32) -> Int64 {
        sqlite3_column_int64(pointer, column)
    }

    /// A column of the row as a floating-point number: sqlite3_column_double(3).
    func double(at column: Int32) -> Double {
        sqlite3_column_double(pointer, column)
    }

    /// A column of the row as text, or nil for NULL.
    ///
    /// - Throws: `storageFailure` where the bytes are not UTF-8; they are never repaired.
    func optionalText(at column: Int32) throws(CartError) -> String? {
        guard sqlite3_column_type(pointer, column) != SQLITE_NULL else {
            return nil
        }
        // The length is valid after the conversion to text only, so the order matters (sqlite3_column_bytes).
        let start = sqlite3_column_text(pointer, column)
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
        guard let text = String(exactly: bytes) else {
            throw .damaged(database.path, "a text in it is not UTF-8")
        }
        return text
    }

    /// A column of the row as text.
    ///
    /// - Throws: `storageFailure` where it is NULL or not UTF-8.
    func text(at column: Int32) throws(CartError) -> String {
        guard let text = try optionalText(at: column) else {
            throw .damaged(database.path, "a text in it is missing")
        }
        return text
    }

    /// A column of the row as bytes; empty for NULL.
    func bytes(at column: Int32) -> [UInt8] {
        withBytes(at: column) { Array($0) }
    }

    /// Calls a function with a column of the row as bytes, which are not copied.
    func withBytes<Result>(at column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let start = sqlite3_column_blob(pointer, column)
        let count = start == nil ? 0 : Int(sqlite3_column_bytes(pointer, column))
        return UnsafeRawBufferPointer(start: start, count: count).withMemoryRebound(to: UInt8.self, body)
    }

    private func check(_ code: Int32) throws(CartError) {
        guard code == SQLITE_OK else {
            throw database.failure(code, doing: "writing")
        }
    }
}
