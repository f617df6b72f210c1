package import Glibc

/// A folder of its own for one test, removed with all that it holds.
package final class TemporaryFolder: Sendable {
    /// Its path, short enough for sockets in it (107 bytes, unix(7)).
    package let path: String

    /// Makes a folder on disk: mkdtemp(3).
    package convenience init() throws {
        try self.init(below: ["/tmp"])
    }

    /// Makes a folder in memory, where thousands of synchronizations cost nothing; on disk where there is no such place.
    package static func inMemory() throws -> TemporaryFolder {
        try TemporaryFolder(below: ["/dev/shm", "/tmp"])
    }

    private init(below parents: [String]) throws {
        for parent in parents {
            var template = Array("\(parent)/cartd-test-XXXXXX".utf8CString)
            if mkdtemp(&template) != nil {
                path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
                return
            }
        }
        throw SystemFailure("mkdtemp")
    }

    deinit {
        Self.remove(path)
    }

    /// The path of something in the folder.
    package func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file whole, and makes it where there is none.
    ///
    /// - Returns: Its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) throws -> String {
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SystemFailure("open \(file(name))") }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw SystemFailure("write \(file(name))") }
            rest = rest.dropFirst(count)
        }
        return file(name)
    }

    /// Writes a file whole, and makes it where there is none.
    ///
    /// - Returns: Its path.
    @discardableResult
    package func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    /// The content of a file in the folder; nil where there is none.
    package func bytes(of name: String) -> [UInt8]? {
        try? contents(ofFile: file(name))
    }

    /// The content of a file in the folder as text.
    package func text(of name: String) throws -> String {
        try TestSupport.text(ofFile: file(name))
    }

    /// The names in the folder, or in one below it, in order; empty where there is none.
    package func names(in name: String = ".") -> [String] { Self.names(in: file(name)) }

    /// The permission bits of something in the folder, or nil.
    package func mode(of name: String) -> mode_t? {
        var status = stat()
        return lstat(file(name), &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// The names in any folder, in order; empty where there is none.
    package static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes something with all that is in it; a symbolic link itself and not what it leads to.
    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) { remove(path + "/" + name) }
        }
        Glibc.remove(path)
    }
}

/// Reads a file whole.
package func contents(ofFile path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure("open \(path)") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { throw SystemFailure("read \(path)") }
        guard count > 0 else { return bytes }
        bytes += buffer.prefix(count)
    }
}

/// Reads a file whole, as text.
package func text(ofFile path: String) throws -> String {
    String(decoding: try contents(ofFile: path), as: UTF8.self)
}
