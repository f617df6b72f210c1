import Glibc
import TestSupport
import Testing

@testable import CartServer

@Suite("Lines on standard error")
struct ErrorLinesTests {
    /// Both ends of something that has room for a while, the one that is read first.
    static func ends(ofTerminal isTerminal: Bool) throws -> (read: Int32, write: Int32) {
        guard isTerminal else {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            return (ends[0], ends[1])
        }
        // ioctl_tty(2) TIOCSPTLCK and TIOCGPTPEER, whose macros Swift does not see.
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var lock: Int32 = 0
        try #require(master >= 0 && ioctl(master, 0x4004_5431, &lock) == 0)
        return (master, ioctl(master, 0x5441, O_RDWR | O_NOCTTY | O_CLOEXEC))
    }

    /// What there is to read now, or up to a last line.
    static func read(_ descriptor: Int32, upTo end: String? = nil) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // What a terminal was given is there a moment later.
        while poll(&entry, 1, end == nil ? 200 : 60_000) > 0, entry.revents & Int16(POLLIN) != 0 {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count).filter { $0 != UInt8(ascii: "\r") }
            if let end, bytes.suffix(end.utf8.count + 1).elementsEqual("\(end)\n".utf8) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "What nobody reads is dropped at once, and the next line that has room says how much",
        arguments: [false, true]
    )
    func dropped(isTerminal: Bool) throws {
        let (reading, writing) = try Self.ends(ofTerminal: isTerminal)
        defer {
            close(reading)
            close(writing)
        }
        let lines = ErrorLines(descriptor: writing)
        // More than either has room for: 16 pages of a pipe, 64 KiB of a terminal.
        let sent = (0..<300).map { "line \($0) \(String(repeating: "x", count: 990))" }
        for line in sent { lines.write(line) }
        // The descriptor that others share is as it was.
        #expect(fcntl(writing, F_GETFL) & O_NONBLOCK == 0)
        let first = Self.read(reading)
        lines.write("after", patience: 60_000)
        lines.write("and after", patience: 60_000)
        // A terminal makes room while nobody reads, as it moves what it was given: lines may be lost in several places.
        var (next, others, losses) = (0, [Substring](), 0)
        for line in (first + Self.read(reading, upTo: "and after")).split(separator: "\n") {
            let words = line.split(separator: " ")
            if line.hasSuffix(" lines are lost that nobody made room for"), words.count > 1, let lost = Int(words[1]) {
                next += lost
                losses += 1
            } else if next < sent.count, line == sent[next] {
                next += 1
            } else if next >= sent.count || !sent[next].hasPrefix(line) {
                // One that was begun only is counted among the lost.
                others.append(line)
            }
        }
        #expect(next == sent.count)
        #expect(losses > 0)
        #expect(others == ["after", "and after"])
    }

    @Test("A line without end is cut, and a file takes all")
    func long() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "log")
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(descriptor) }
        let lines = ErrorLines(descriptor: descriptor)
        lines.write(String(repeating: "y", count: 10_000))
        for number in 0..<1000 { lines.write("\(number)") }
        let text = String(decoding: try contents(ofFile: path), as: UTF8.self).split(separator: "\n")
        #expect(text.count == 1001)
        #expect(text.first?.utf8.count == 2047)
        #expect(text.last == "999")
    }

    @Test("Where nothing can be written nothing is")
    func closed() throws {
        ErrorLines(descriptor: -1).write("nowhere", patience: 10)
        let (reading, writing) = try Self.ends(ofTerminal: false)
        close(reading)
        defer { close(writing) }
        signal(SIGPIPE, SIG_IGN)
        ErrorLines(descriptor: writing).write("nobody", patience: 10)
    }
}
