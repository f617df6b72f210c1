import Glibc
import Systemd
import Testing

/// Two connected datagram or stream sockets, closed at the end.
final class Sockets {
    let first: Int32
    let second: Int32

    init(_ type: __socket_type = SOCK_STREAM) throws {
        var ends: [Int32] = [-1, -1]
        let flags = Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        try #require(socketpair(AF_UNIX, flags, 0, &ends) == 0)
        first = ends[0]
        second = ends[1]
    }

    deinit {
        close(first)
        close(second)
    }
}

/// Writes a text to a descriptor.
func put(_ text: String, on descriptor: Int32) {
    let bytes = Array(text.utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
}

/// Reads at most so many bytes.
@discardableResult
func take(_ count: Int, from descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: count)
    let length = read(descriptor, &buffer, count)
    return String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
}

/// Runs the loop until a condition holds, at most so many iterations; each must have something to do within 10 s.
func run(_ loop: EventLoop, atMost iterations: Int = 1000, until condition: () -> Bool) throws {
    for _ in 0..<iterations where !condition() {
        try #require(try loop.runOnce(timeout: .seconds(10)), "the loop had nothing to do")
    }
    #expect(condition())
}

/// Keeps something alive to the end of its scope, as `defer { keep(source) }`: an optimised build may let go of
/// it after its last use, and a source that nobody holds ends.
func keep<Object>(_ object: Object) {
    withExtendedLifetime(object) {}
}

/// A counter or list that handlers of one test share.
final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}
