import CSQLite
import Glibc
import Testing

/// An SQLite file layer whose files cannot have a write-ahead log: they say that nobody ever changes them.
enum LockFreeFileLayer {
    static let name = "cartstore-lock-free"

    // Allocated, because a global variable of a C structure gets no room for its padding from Swift 6.3.
    // Written by `register` under the initialization of `registered`, read afterwards.
    nonisolated(unsafe) private static let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    nonisolated(unsafe) private static let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    nonisolated(unsafe) private static var usual: UnsafePointer<sqlite3_vfs>?
    private static let registered: Bool = {
        guard let original = sqlite3_vfs_find(nil) else {
            return false
        }
        usual = UnsafePointer(original)
        layer.initialize(to: original.pointee)
        layer.pointee.pNext = nil
        // The name has to stay for as long as the process does.
        layer.pointee.zName = UnsafePointer(strdup(name))
        layer.pointee.xOpen = { layer, path, file, flags, given in
            let code = LockFreeFileLayer.usual?.pointee.xOpen(layer, path, file, flags, given) ?? SQLITE_ERROR
            guard code == SQLITE_OK, let file, let own = file.pointee.pMethods, flags & SQLITE_OPEN_MAIN_DB != 0 else {
                return code
            }
            LockFreeFileLayer.methods.initialize(to: own.pointee)
            LockFreeFileLayer.methods.pointee.xDeviceCharacteristics = { _ in SQLITE_IOCAP_IMMUTABLE }
            file.pointee.pMethods = UnsafePointer(LockFreeFileLayer.methods)
            return code
        }
        return sqlite3_vfs_register(layer, 0) == SQLITE_OK
    }()

    /// Makes the layer known to SQLite under its name.
    static func register() throws {
        try #require(registered)
    }
}
