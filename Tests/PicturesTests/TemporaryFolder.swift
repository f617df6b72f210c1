import Glibc

/// A folder of its own for one test; it goes with its owner.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/pictures-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw SystemError(number: errno)
        }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    deinit {
        Self.remove(path)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SystemError(number: errno)
        }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                throw SystemError(number: errno)
            }
            rest = rest.dropFirst(count)
        }
    }

    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." {
                    remove(path + "/" + name)
                }
            }
            closedir(folder)
        }
        Glibc.remove(path)
    }
}

struct SystemError: Error {
    let number: Int32
}
