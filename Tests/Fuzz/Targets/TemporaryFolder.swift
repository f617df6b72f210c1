import Glibc

/// What mkdtemp(3) and mkstemp(3) fill in: in memory, where the machine has such a place.
private var temporaryName: [CChar] {
    Array("\(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")/cartd-fuzz-XXXXXX".utf8CString)
}

/// A folder of its own for one input; it goes with its owner.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = temporaryName
        guard let path = mkdtemp(&template) else { throw SystemError(doing: "mkdtemp") }
        self.path = String(cString: path)
    }

    deinit {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                unlink("\(path)/\(name)")
            }
            closedir(folder)
        }
        rmdir(path)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let file = try OpenFile(
            open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600),
            "open \(name)"
        )
        try file.write(bytes)
    }
}

/// A file without a name.
final class MemoryFile {
    private let file: OpenFile

    init(_ bytes: [UInt8]) throws {
        var template = temporaryName
        file = try OpenFile(mkstemp(&template), "mkstemp")
        unlink(template)
        try file.write(bytes)
    }

    var descriptor: Int32 { file.descriptor }

    /// By which this process can open it.
    var path: String { "/proc/self/fd/\(descriptor)" }
}

/// An open file, closed with its owner.
private final class OpenFile {
    let descriptor: Int32

    init(_ descriptor: Int32, _ call: String) throws(SystemError) {
        guard descriptor >= 0 else { throw SystemError(doing: call) }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    func write(_ bytes: [UInt8]) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            guard count > 0 else { throw SystemError(doing: "write") }
            written += count
        }
    }
}

/// A call of the system that failed.
struct SystemError: Error, CustomStringConvertible {
    let description: String

    init(doing call: String) {
        description = "\(call): \(String(cString: strerror(errno)))"
    }
}

/// The bytes of a file.
func readFile(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try OpenFile(open(path, O_RDONLY | O_CLOEXEC), "open \(path)")
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = block.withUnsafeMutableBytes { read(file.descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw SystemError(doing: "read \(path)") }
        if count == 0 { return bytes }
        bytes += block[..<count]
    }
}
