import Glibc
import Testing

/// A folder of one test, removed with all that is in it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/cartclient-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        try #require(made, "mkdtemp: errno \(errno)")
        path = try #require(
            String(validating: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        )
    }

    deinit {
        Self.remove(path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String, mode: mode_t = 0o600) throws {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) throws {
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        try #require(descriptor >= 0, "open \(name): errno \(errno)")
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    func read(_ name: String) -> String? { Self.read(at: file(name)) }

    static func read(at path: String) -> String? {
        guard let stream = fopen(path, "re") else { return nil }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer.prefix(count) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The names in the folder, sorted.
    func names(in name: String = ".") -> [String] { Self.names(at: file(name)) }

    static func names(at path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in names(at: path) { remove(path + "/" + name) }
        rmdir(path)
    }
}
