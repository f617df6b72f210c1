import Glibc
import TestSupport

@testable import CartStore

// What is tested is what reaches the files, so the folders are in memory.
extension TemporaryFolder {
    var database: String { file("cartd.sqlite") }

    /// Opens a copy of all files as they are now: what the next start would find after kill -9 at this moment.
    func afterKill(_ body: (ModelStore) throws -> Void) throws {
        let copy = try TemporaryFolder.inMemory()
        for name in ["cartd.sqlite", "cartd.sqlite-wal", "cartd.sqlite-journal"] {
            if let bytes = bytes(of: name) {
                try copy.write(bytes, to: name)
            }
        }
        for name in names(in: "catalogs") {
            if mkdir(copy.file("catalogs"), 0o700) == 0 || errno == EEXIST, let bytes = bytes(of: "catalogs/" + name) {
                try copy.write(bytes, to: "catalogs/" + name)
            }
        }
        try body(try ModelStore(stateDirectory: copy.path))
        withExtendedLifetime(copy) {}
    }
}
