import CSQLite
import Glibc
import Testing

/// An SQLite file layer that fails when it is told to.
///
/// It takes the functions of the usual layer and puts its own in the place of three. They are plain C functions, so what
/// they look at is global: only one test may use the layer at a time.
enum FaultyFileLayer {
    static let name = "cartstore-faulty"

    /// Which calls fail.
    enum Plan: Equatable {
        case none
        /// The call of this number, from 0, and no other.
        case one(Int)
        /// From the call of this number on.
        case all(from: Int)
    }

    // What C structures are in is allocated: a global variable of one gets no room for its padding from Swift 6.3.
    // Set and read by the one test that uses the layer, whose store lives on the test's thread.
    nonisolated(unsafe) static var plan = Plan.none
    /// The number of calls since the plan was set.
    nonisolated(unsafe) static var calls = 0
    /// Whether a write that fails writes its first half.
    nonisolated(unsafe) static var tearsWrites = false
    nonisolated(unsafe) private static let usual = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    /// The database file has locks, its log and journal have none.
    nonisolated(unsafe) private static let faultyDatabase = UnsafeMutablePointer<sqlite3_io_methods>.allocate(
        capacity: 1
    )
    nonisolated(unsafe) private static let faultyLog = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    nonisolated(unsafe) private static let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    nonisolated(unsafe) private static var openUsually:
        (
            @convention(c) (
                UnsafeMutablePointer<sqlite3_vfs>?, sqlite3_filename?, UnsafeMutablePointer<sqlite3_file>?, Int32,
                UnsafeMutablePointer<Int32>?
            ) -> Int32
        )?

    static func set(_ plan: Plan) {
        self.plan = plan
        calls = 0
    }

    private static func fails() -> Bool {
        defer { calls += 1 }
        return switch plan {
        case .none: false
        case .one(let number): calls == number
        case .all(let first): calls >= first
        }
    }

    /// Makes the layer known to SQLite under its name.
    static func register() throws {
        guard sqlite3_vfs_find(name) == nil else {
            return
        }
        let original = try #require(sqlite3_vfs_find(nil))
        layer.initialize(to: original.pointee)
        openUsually = original.pointee.xOpen
        layer.pointee.pNext = nil
        // The name has to stay for as long as the process does.
        layer.pointee.zName = UnsafePointer(strdup(name))
        layer.pointee.xOpen = { layer, path, file, flags, given in
            let code = FaultyFileLayer.openUsually?(layer, path, file, flags, given) ?? SQLITE_ERROR
            guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods else {
                return code
            }
            FaultyFileLayer.usual.initialize(to: methods.pointee)
            file.pointee.pMethods =
                flags & SQLITE_OPEN_MAIN_DB != 0
                ? FaultyFileLayer.table(methods, in: FaultyFileLayer.faultyDatabase)
                : FaultyFileLayer.table(methods, in: FaultyFileLayer.faultyLog)
            return code
        }
        try #require(sqlite3_vfs_register(layer, 0) == SQLITE_OK)
    }

    private static func table(
        _ methods: UnsafePointer<sqlite3_io_methods>,
        in faulty: UnsafeMutablePointer<sqlite3_io_methods>
    ) -> UnsafePointer<sqlite3_io_methods> {
        faulty.initialize(to: methods.pointee)
        // The results are SQLITE_IOERR_WRITE, _FSYNC and _TRUNCATE.
        faulty.pointee.xWrite = { file, bytes, count, offset in
            guard FaultyFileLayer.fails() else {
                return FaultyFileLayer.usual.pointee.xWrite(file, bytes, count, offset)
            }
            if FaultyFileLayer.tearsWrites {
                _ = FaultyFileLayer.usual.pointee.xWrite(file, bytes, count / 2, offset)
            }
            return SQLITE_IOERR | 3 << 8
        }
        faulty.pointee.xSync = { file, flags in
            FaultyFileLayer.fails() ? SQLITE_IOERR | 4 << 8 : FaultyFileLayer.usual.pointee.xSync(file, flags)
        }
        faulty.pointee.xTruncate = { file, size in
            FaultyFileLayer.fails() ? SQLITE_IOERR | 6 << 8 : FaultyFileLayer.usual.pointee.xTruncate(file, size)
        }
        return UnsafePointer(faulty)
    }
}
