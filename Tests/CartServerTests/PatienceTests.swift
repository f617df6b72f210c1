import CBOR
import CartModel
import CartProtocol
import CartStore
import Glibc
import Testing
import UnixSockets
import TestSupport

@testable import CartServer

/// A server in a thread of its own that ends by itself once nobody is connected.
///
/// Sending it between threads is safe: it is made, run and released on its own thread, and the socket is there before.
final class ShortTempered {
    let path: String
    private let folder: TemporaryFolder
    private let thread: BackgroundThread<Void>

    /// - Parameters:
    ///   - change: Sets the bounds.
    ///   - prepare: Puts into the store what is to be there.
    init(
        _ change: @escaping @Sendable (inout ServerLimits) -> Void,
        prepare: @escaping @Sendable (ModelStore) throws -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        path = folder.file("s")
        let listener = try ListeningSocket.listen(at: UnixAddress(path: path)).takeDescriptor().take()
        thread = try BackgroundThread { [folder] in
            do {
                var limits = ServerLimits()
                limits.idle = .seconds(1)
                change(&limits)
                let store = try ModelStore(stateDirectory: folder.file("state"))
                try prepare(store)
                let server = try Server(store: store, stateDirectory: folder.path, limits: limits, log: Log())
                server.add(try ListeningSocket(inheriting: OwnedDescriptor(taking: listener)), access: .admin)
                try server.run()
            } catch {
                Issue.record("the server failed: \(error)")
            }
        }
    }

    /// Waits for the server to have become idle and ended.
    func join() { thread.join() }

    func connect() throws -> StreamSocket {
        try StreamSocket.connect(to: UnixAddress(path: path), until: .after(.seconds(30)))
    }
}

@Suite("Patience with peers")
struct PatienceTests {
    func frame(_ method: some Method, id: UInt64) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try FrameWriter().append(OutgoingRequest(id: id, params: method), to: &bytes)
        return bytes
    }

    func send(_ bytes: [UInt8], on socket: borrowing StreamSocket) throws {
        var sent = 0
        while sent < bytes.count {
            let result = try bytes[sent...].withUnsafeBytes { try socket.send($0) }
            if case .bytes(let count) = result {
                sent += count
            } else {
                try #require(try !socket.wait(for: .writable, until: .after(.seconds(30))).isEmpty)
            }
        }
    }

    /// Reads to the end, at most so many bytes at a time.
    func readToEnd(_ socket: borrowing StreamSocket, each: Int = 65536, between: () -> Void = {}) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: each)
        while true {
            try #require(
                try !socket.wait(for: .readable, until: .after(.seconds(30))).isEmpty,
                "nothing came, and no end"
            )
            switch try buffer.withUnsafeMutableBytes({ try socket.receive(into: $0) }) {
            case .bytes(let count): bytes += buffer[..<count]
            case .wouldBlock: break
            case .endOfFile: return bytes
            }
            between()
        }
    }

    func messages(_ bytes: [UInt8]) throws -> [CBORValue] {
        var reader = FrameReader()
        var result: [CBORValue] = []
        try bytes.withUnsafeBytes { bytes in
            var input = bytes
            while let payload = try reader.nextFrame(in: &input, { Array($0) }) {
                result.append(try CBORDecoder().decode(CBORValue.self, from: payload))
            }
        }
        return result
    }

    @Test("Who says no hello, half of it, or half a frame is told that it took too long, and cut")
    func unfinished() throws {
        let server = try ShortTempered { $0.patience = .milliseconds(100) }
        let hello = try frame(Hello(software: "test"), id: 0)
        let request = try frame(AddLineItem(), id: 1)
        for (bytes, answers) in [([], 0), (Array(hello.dropLast()), 0), (hello + request + request.dropLast(), 2)] {
            let socket = try server.connect()
            try send(bytes, on: socket)
            let messages = try messages(try readToEnd(socket))
            #expect(messages.count == answers + 1)
            #expect(messages.last?["error"]?["code"] == "deadlineExceeded")
            #expect(messages.last?["id"] == .null)
        }
        server.join()
    }

    @Test("Who asks and does not read is cut, and whoever reads meanwhile is not")
    func unread() throws {
        let server = try ShortTempered { $0.patience = .milliseconds(300) }
        let deaf = try server.connect()
        let well = try server.connect()
        let hello = try frame(Hello(software: "test"), id: 0)
        try send(hello, on: deaf)
        try send(hello, on: well)
        // More answers than the kernel keeps for somebody who does not read them.
        let request = try frame(LayOutGrid(catalog: "cars"), id: 1)
        for _ in 0..<40 { try send(request, on: deaf) }
        var isCut = false
        let end = Deadline.after(.seconds(60))
        while !isCut {
            try #require(!end.hasPassed, "the one that does not read is never cut")
            try send(try frame(ShowStatus(), id: 2), on: well)
            try #require(try !well.wait(for: .readable, until: .after(.seconds(30))).isEmpty)
            var buffer = [UInt8](repeating: 0, count: 65536)
            guard case .bytes = try buffer.withUnsafeMutableBytes({ try well.receive(into: $0) }) else {
                Issue.record("the one that reads was cut")
                break
            }
            isCut = try deaf.wait(for: .writable, until: .after(.zero)).contains(.hangup)
        }
        #expect(try messages(try readToEnd(deaf)).count < 41)
        try well.shutdownSending()
        _ = try readToEnd(well)
        server.join()
    }

    @Test("Who reads slowly, but reads, gets everything, whatever of it waits in the daemon meanwhile")
    func slow() throws {
        let server = try ShortTempered {
            $0.patience = .seconds(2)
            $0.unreadAnswers = 4096
        }
        let socket = try server.connect()
        // Requests so long that the daemon reads them in several parts, and frames that are cut by these wait in it.
        let count: UInt64 = 40
        var bytes = try frame(Hello(software: "test"), id: 0)
        for id in 1...count {
            let request: CBORValue = [
                "id": .unsigned(id), "method": "layout.grid", "params": ["catalog": "cars"],
                "ignored": .text(String(repeating: "x", count: 4000)),
            ]
            try FrameWriter().append(request, to: &bytes)
        }
        var sent = 0
        var reader = FrameReader()
        var ids: [CBORValue?] = []
        var buffer = [UInt8](repeating: 0, count: 32768)
        let start = ContinuousClock().now
        while ids.count <= Int(count) {
            if sent < bytes.count, case .bytes(let taken) = try bytes[sent...].withUnsafeBytes({ try socket.send($0) })
            {
                sent += taken
            }
            try #require(try !socket.wait(for: .readable, until: .after(.seconds(30))).isEmpty)
            switch try buffer.withUnsafeMutableBytes({ try socket.receive(into: $0) }) {
            case .bytes(let count):
                try buffer[..<count].withUnsafeBytes { bytes in
                    var input = bytes
                    while let payload = try reader.nextFrame(in: &input, { Array($0) }) {
                        ids.append(try CBORDecoder().decode(CBORValue.self, from: payload)["id"])
                    }
                }
            case .wouldBlock: break
            case .endOfFile: try #require(Bool(false), "cut after \(ContinuousClock().now - start)")
            }
            // The point of the test is somebody who takes longer than the patience, in small steps.
            poll(nil, 0, 75)
        }
        #expect(ContinuousClock().now - start > .seconds(2))
        #expect(ids == (0...count).map { .unsigned($0) })
        try socket.shutdownSending()
        #expect(try readToEnd(socket).isEmpty)
        server.join()
    }

    @Test("Who watches and does not read is not cut for it, and can go on whenever it wants to")
    func stalledStream() throws {
        let server = try ShortTempered { $0.patience = .milliseconds(200) }
        let watcher = try server.connect()
        let writer = try server.connect()
        let hello = try frame(Hello(software: "test"), id: 0)
        try send(hello + frame(WatchCart(), id: 1), on: watcher)
        try send(hello, on: writer)
        // More events than the kernel and the daemon keep for somebody who does not read them.
        let add = try frame(AddLineItem(product: "qianbao"), id: 1)
        var version: UInt64 = 0
        var reader = FrameReader()
        var buffer = [UInt8](repeating: 0, count: 65536)
        let start = ContinuousClock().now
        // The daemon looks after deadlines once a second.
        while version < 4000 || ContinuousClock().now - start < .milliseconds(2500) {
            try send(Array((0..<50).map { _ in add }.joined()), on: writer)
            let wanted = version + 50
            while version < wanted {
                try #require(try !writer.wait(for: .readable, until: .after(.seconds(30))).isEmpty)
                guard case .bytes(let count) = try buffer.withUnsafeMutableBytes({ try writer.receive(into: $0) })
                else {
                    throw CartError(.connectionLost, "the writer was cut")
                }
                try buffer[..<count].withUnsafeBytes { bytes in
                    var input = bytes
                    while let payload = try reader.nextFrame(in: &input, { Array($0) }) {
                        let message = try CBORDecoder().decode(CBORValue.self, from: payload)
                        guard message["id"] == 1 else { continue }
                        version += 1
                        #expect(message["result"]?["cart"]?["version"] == .unsigned(version))
                    }
                }
            }
        }
        try send(try frame(ShowCart(), id: 2), on: watcher)
        try writer.shutdownSending()
        try watcher.shutdownSending()
        let messages = try messages(try readToEnd(watcher))
        let answers = messages.filter { $0["id"] == 2 }
        #expect(answers.map { $0["result"]?["cart"]?["version"] } == [.unsigned(version)])
        // What it was told before it was too late; what comes after that depends on how soon it is read.
        let told = messages.compactMap { $0["event"] }.prefix { $0["kind"] != "resync" }
        #expect(told.map { $0["cart"]?["version"] } == (0..<UInt64(told.count)).map { .unsigned($0) })
        #expect(told.count > 100 && told.count < version)
        server.join()
    }

    @Test("No more connections than allowed, and each gets its turn again")
    func connections() throws {
        let server = try ShortTempered { $0.connections = 2 }
        do {
            let first = try server.connect()
            let second = try server.connect()
            let third = try server.connect()
            let refused = try messages(try readToEnd(third))
            #expect(refused.map { $0["error"]?["code"] } == ["overloaded"])
            let hello = try frame(Hello(software: "test"), id: 0)
            try send(hello, on: first)
            try send(hello, on: second)
            try first.shutdownSending()
            try second.shutdownSending()
            #expect(try messages(try readToEnd(first)).count == 1)
            #expect(try messages(try readToEnd(second)).count == 1)
        }
        server.join()
    }
}
