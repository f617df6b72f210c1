import FoundationEssentials
import Glibc

/// A pipe whose lines are read one by one.
final class LineReader {
    /// Where a program writes.
    let input: Int32
    private let output: Int32
    private var bytes: [UInt8] = []

    init() throws {
        (input, output) = try connectedPair()
    }

    deinit {
        close(input)
        close(output)
    }

    /// Waits for the next line, a minute at most, and decodes it as JSON.
    func next<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                defer { bytes.removeFirst(end + 1) }
                return try JSONDecoder().decode(type, from: Data(bytes[..<end]))
            }
            var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 60_000) == 1 else { throw Failure("no line comes") }
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { throw Failure("no line comes any more") }
            bytes += buffer[..<count]
        }
    }
}
