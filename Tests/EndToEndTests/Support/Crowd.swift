import Glibc
import TestSupport
import UnixSockets

/// Connections of another user, which is what tells users apart to the kernel and so takes a process of its own.
///
/// They stay open as long as the value is there.
final class Crowd {
    /// What each connection was told.
    let answers: [[WirePeer.Message]]
    private let child: Child

    /// Opens connections one after the other.
    ///
    /// - Parameters:
    ///   - user: The user and the group.
    ///   - count: How many.
    ///   - frames: What each says.
    ///   - reading: How many frames each reads, if it is not closed before.
    init(
        of user: UInt32,
        at daemon: TestDaemon,
        count: Int,
        saying frames: [[UInt8]],
        reading: Int
    ) throws {
        guard chmod(daemon.place.path, 0o755) == 0, chmod(daemon.socketPath, 0o666) == 0 else {
            throw Failure("chmod: errno \(errno)")
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw Failure("pipe: errno \(errno)")
        }
        let reader = OwnedDescriptor(taking: ends[0])
        try reader.setCloseOnExec()
        let hex = frames.joined().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        let program = Program(
            "python3",
            ["-c", Self.script, "\(user)", daemon.socketPath, "\(count)", "\(reading)", hex]
        )
        do {
            // Closed here once the child has it, so that its end is the end of what it writes.
            let writer = OwnedDescriptor(taking: ends[1])
            try writer.setCloseOnExec()
            child = try program.start(output: writer.rawValue)
        }
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !text.hasSuffix("ready\n") {
            let count = read(reader.rawValue, &buffer, buffer.count)
            guard count > 0 else {
                throw Failure("the crowd has ended: \(text)")
            }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        answers = try text.split(separator: "\n").dropLast().map { line in
            try line.split(separator: " ").dropFirst().map { digits in
                let digits = Array(digits)
                return try WirePeer.Message(
                    stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                        UInt8(String(digits[$0...$0 + 1]), radix: 16)
                    }
                )
            }
        }
    }

    private static let script = """
        import os, signal, socket, struct, sys
        user, path, count, reading = int(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:5])
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        words = bytes.fromhex(sys.argv[5])
        kept = []
        for _ in range(count):
            peer = socket.socket(socket.AF_UNIX)
            peer.connect(path)
            try:
                peer.sendall(words)
            except BrokenPipeError:
                pass
            stream, told = peer.makefile("rb"), []
            while len(told) < reading:
                head = stream.read(4)
                if len(head) < 4:
                    break
                told.append(stream.read(struct.unpack(">I", head)[0]).hex())
            kept.append((peer, stream))
            print("told", *told, flush=True)
        print("ready", flush=True)
        signal.pause()
        """
}
