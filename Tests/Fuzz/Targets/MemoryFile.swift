import Glibc
import TestSupport

/// An open file without a name.
final class MemoryFile {
    /// The open file, which stays its owner's.
    let descriptor: Int32

    /// Makes a file of some bytes: in memory, where the machine has such a place.
    init(_ bytes: [UInt8]) throws {
        let folder = try TemporaryFolder.inMemory()
        let path = try folder.write(bytes, to: "file")
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
    }

    deinit {
        close(descriptor)
    }

    /// By which this process can open it.
    var path: String { "/proc/self/fd/\(descriptor)" }
}
