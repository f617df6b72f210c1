import CartModel
import Glibc

/// Where a picture is written to.
enum PictureOutput {
    /// Standard output.
    case standardOutput
    /// A file.
    case file(String)

    /// Reads a path, or `-`.
    ///
    /// - Throws: `usage` for an empty path.
    init(_ path: String) throws(CartError) {
        guard !path.isEmpty else {
            throw .usage("-o needs a path or -, not an empty text", argument: "-o")
        }
        self = path == "-" ? .standardOutput : .file(path)
    }
}

/// A file that is written whole or not at all: under a name of its own beside the old one, whose place it then takes.
struct WholeFile {
    private let path: String

    /// Takes the path of a file, which need not exist.
    init(_ path: String) {
        self.path = path
    }

    /// Writes the file; what is no regular file, such as a terminal or a pipe, is written to as it is.
    ///
    /// - Throws: `unusableFile`; then a file that was there is as it was.
    func write(_ bytes: [UInt8]) throws(CartError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw failure(errno) }
            return try replace(path, with: bytes, mode: nil)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            // Through a symbolic link, so that the file that it leads to is replaced and not the link: realpath(3).
            guard let real = realpath(path, nil) else { throw failure(errno) }
            defer { free(real) }
            guard access(real, W_OK) == 0 else { throw failure(errno) }
            try replace(String(cString: real), with: bytes, mode: status.st_mode & 0o777)
        case S_IFDIR: throw failure(EISDIR)
        default:
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw failure(errno) }
            let number = Self.write(bytes, to: descriptor)
            let closed = close(descriptor) == 0 ? 0 : errno
            guard number == 0, closed == 0 else { throw failure(number == 0 ? closed : number) }
        }
    }

    /// Writes a new file and gives it the name of the old one: rename(2).
    private func replace(_ target: String, with bytes: [UInt8], mode: mode_t?) throws(CartError) {
        let folder = target.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(target[...$0]) } ?? ""
        // Names by chance: one that exists is somebody else's.
        for _ in 0..<100 {
            let name = folder + ".cartctl-\(String(UInt32.random(in: .min ... .max), radix: 36)).tmp"
            let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else {
                guard errno == EEXIST else { throw failure(errno) }
                continue
            }
            var number = Self.write(bytes, to: descriptor)
            if number == 0, let mode, fchmod(descriptor, mode) != 0 { number = errno }
            // A disk of the network may say only now that it is full: close(2).
            if close(descriptor) != 0, number == 0 { number = errno }
            if number == 0, rename(name, target) != 0 { number = errno }
            guard number == 0 else {
                unlink(name)
                throw failure(number)
            }
            return
        }
        throw failure(EEXIST)
    }

    /// Writes all bytes: write(2).
    ///
    /// - Returns: 0, or errno(3).
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    private func failure(_ number: Int32) -> CartError {
        .unusableFile(path, "\(path.excerpt(bytes: 256)) cannot be written: \(String(cString: strerror(number)))")
    }
}
