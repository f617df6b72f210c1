import Glibc
import UnixSockets

/// What daemons that were started by clients wrote to their standard output and error.
struct DaemonLog: Sendable {
    /// More is thrown away when the next daemon is started.
    private static let sizeLimit = 1 << 20
    private static let tailSize = 2048
    private static let tailLines = 5

    let path: String

    /// How long the log is, so that what is added from now on can be told from the rest; 0 where there is none.
    var size: Int {
        var status = stat()
        return lstat(path, &status) == 0 ? max(0, Int(status.st_size)) : 0
    }

    /// Empties the log where it has grown over 1 MiB: truncate(2).
    func prune() {
        if size > Self.sizeLimit { truncate(path, 0) }
    }

    /// The last lines, at most 5 and 2 KiB of them, that were written after the log was `start` bytes long.
    func tail(from start: Int) -> [String] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return [] }
        let descriptor = OwnedDescriptor(taking: file)
        let end = size
        let offset = max(end >= start ? start : 0, end - Self.tailSize)
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.tailSize) { buffer, count in
            count = max(0, pread(descriptor.rawValue, buffer.baseAddress, buffer.count, offset))
        }
        // The text goes into a message for a terminal: its control characters are not passed on.
        return bytes.split(separator: UInt8(ascii: "\n"))
            .suffix(Self.tailLines)
            .map { line in
                String(
                    String.UnicodeScalarView(
                        String(decoding: line, as: UTF8.self).unicodeScalars.map {
                            $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
                        }
                    )
                )
            }
    }
}
