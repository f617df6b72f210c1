import Glibc
import Testing

/// A folder of its own for one test, removed with the value.
final class Workplace: Sendable {
    let path: String

    init() throws {
        // Short, because a socket's path has at most 107 bytes (unix(7)).
        var template = Array("/tmp/cartd-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure("mkdtemp: errno \(errno)")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        _ = try? Program("/bin/rm", ["-rf", path]).run()
    }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and answers its path.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let file = self(name)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure("open \(file): errno \(errno)")
        }
        defer { close(descriptor) }
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                throw Failure("write \(file): errno \(errno)")
            }
            done += count
        }
        return file
    }

    func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }
}

/// Why a test could not do its work.
struct Failure: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Reads a whole file.
func contents(of path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
        throw Failure("open \(path): errno \(errno)")
    }
    defer { close(descriptor) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else {
            throw Failure("read \(path): errno \(errno)")
        }
        if count == 0 {
            return result
        }
        result += buffer[..<count]
    }
}

/// The names in a folder.
func names(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else {
        throw Failure("opendir \(folder): errno \(errno)")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}
