import Glibc

/// Lets one thread wait until another has something to tell: a socketpair(2) that holds a byte for every time it was opened.
final class Gate: Sendable {
    private let input: Int32
    private let output: Int32

    init() throws {
        (input, output) = try connectedPair()
        // A full one has enough to tell.
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(input)
        close(output)
    }

    /// Readable, for poll(2), once it was opened.
    var waitable: Int32 { input }

    func open() {
        var byte: UInt8 = 1
        _ = write(output, &byte, 1)
    }

    /// Returns once it was opened since the last wait.
    func wait() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        _ = read(input, &bytes, bytes.count)
    }
}

/// Two connected descriptors that no child inherits, from the moment they are made: socketpair(2).
func connectedPair() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
        throw Failure("socketpair: errno \(errno)")
    }
    return (ends[0], ends[1])
}
