import Glibc
import Synchronization

/// A thread of its own: a blocking client must not hold one of the few that run the tests.
final class Thread: Sendable {
    private let handle: Mutex<pthread_t?>

    init(_ body: @escaping @Sendable () -> Void) throws {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Box(body))
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            },
            box.toOpaque()
        )
        guard code == 0 else {
            box.release()
            throw Failure("pthread_create: errno \(code)")
        }
        handle = Mutex(thread)
    }

    /// Waits for the end of the thread.
    func join() {
        guard
            let thread = handle.withLock({ handle in
                defer { handle = nil }
                return handle
            })
        else { return }
        pthread_join(thread, nil)
    }
}

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

/// SplitMix64 (Steele, Lea, Flood 2014): random numbers that a printed seed brings back.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
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
