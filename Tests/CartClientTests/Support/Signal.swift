import Glibc
import Testing

/// Lets one thread wait for what another has done: a pipe that is empty until then.
final class Signal: Sendable {
    private let reading: Int32
    private let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    func send() {
        var byte: UInt8 = 1
        write(writing, &byte, 1)
    }

    func wait() {
        var byte: UInt8 = 0
        read(reading, &byte, 1)
    }
}
