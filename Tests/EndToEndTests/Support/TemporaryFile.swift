import Glibc

/// A file without a name.
struct TemporaryFile: ~Copyable {
    let descriptor: Int32

    init() throws {
        var template = Array("/tmp/cartd-output-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw Failure("mkstemp: errno \(errno)")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit { close(descriptor) }

    borrowing func text() throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = buffer.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, off_t(bytes.count))
            }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure("the output is not UTF-8")
        }
        return text
    }
}
