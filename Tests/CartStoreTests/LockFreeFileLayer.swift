import CSQLite
import Glibc
import Testing

/// An SQLite file layer whose files cannot have a write-ahead log: they say that nobody ever changes them.
enum LockFreeFileLayer {
    static let name = "cartstore-lock-free"

    // Written by `register` under the initialization of `registered`, read afterwards.
    nonisolated(unsafe) private static var layer = sqlite3_vfs()
    nonisolated(unsafe) private static var methods = sqlite3_io_methods()
    nonisolated(unsafe) private static var usual: UnsafePointer<sqlite3_vfs>?
    private static let registered: Bool = {
        guard let original = sqlite3_vfs_find(nil) else {
            return false
        }
        usual = UnsafePointer(original)
        layer = original.pointee
        layer.pNext = nil
        // The name has to stay for as long as the process does.
        layer.zName = UnsafePointer(strdup(name))
        layer.xOpen = { layer, path, file, flags, given in
            let code = LockFreeFileLayer.usual?.pointee.xOpen(layer, path, file, flags, given) ?? SQLITE_ERROR
            guard code == SQLITE_OK, let file, let own = file.pointee.pMethods, flags & SQLITE_OPEN_MAIN_DB != 0 else {
                return code
            }
            LockFreeFileLayer.methods = own.pointee
            LockFreeFileLayer.methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_IMMUTABLE }
            return withUnsafePointer(to: &LockFreeFileLayer.methods) {
                file.pointee.pMethods = $0
                return code
            }
        }
        return withUnsafeMutablePointer(to: &layer) { sqlite3_vfs_register($0, 0) } == SQLITE_OK
    }()

    /// Makes the layer known to SQLite under its name.
    static func register() throws {
        try #require(registered)
    }
}
