import Glibc

/// A folder of its own for one test; it goes with its owner.
final class TestFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/cartcommands-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure(number: errno)
        }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    struct Failure: Error {
        let number: Int32
    }

    deinit {
        for name in names {
            remove(path + "/" + name)
        }
        rmdir(path)
    }

    /// The names in the folder, in order.
    var names: [String] {
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

    func write(_ text: String, to name: String, mode: mode_t = 0o644) throws {
        try write(Array(text.utf8), to: name, mode: mode)
    }

    /// Writes the bytes that hexadecimal digits spell.
    func write(hexadecimal digits: String, to name: String) throws {
        let values = digits.compactMap(\.hexDigitValue)
        try write(
            stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) },
            to: name
        )
    }

    private func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) throws {
        let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw Failure(number: errno) }
    }

    func read(_ name: String) throws -> String { try Self.text(of: path + "/" + name) }

    /// The content of any file.
    static func text(of path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw Failure(number: errno) }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer.prefix(count)
        }
    }

    /// The permission bits of a file.
    func mode(of name: String) -> mode_t? {
        var status = stat()
        return stat(path + "/" + name, &status) == 0 ? status.st_mode & 0o777 : nil
    }
}

/// Runs a program and says what it exits with: posix_spawn(3).
func exitStatus(of program: String, _ arguments: [String]) throws -> Int32 {
    var pid: pid_t = 0
    let words = ([program] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    let number = posix_spawn(&pid, program, nil, nil, words + [nil], environ)
    guard number == 0 else { throw TestFolder.Failure(number: number) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) == -1, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
}
