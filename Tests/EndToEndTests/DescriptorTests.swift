import CBOR
import CartProtocol
import Glibc
import Testing
import UnixSockets
import TestSupport

/// Open files that peers send along: asked for, unasked, of the wrong kind, and too many.
@Suite("Passed descriptors, and too many of them")
struct DescriptorTests {
    static let catalog = "<plist version=\"1.0\"><array><dict><key>name</key><string>x</string></dict></array></plist>"

    func open(_ path: String, _ flags: Int32 = O_RDONLY) throws -> OwnedDescriptor {
        let number = Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard number >= 0 else {
            throw Failure("open \(path): errno \(errno)")
        }
        return OwnedDescriptor(taking: number)
    }

    @Test("A file that comes with the last of several requests is that one's, wherever the reads are cut")
    func behindOthers() throws {
        let daemon = try TestDaemon()
        let file = try open(try daemon.place.write(Self.catalog, to: "c.plist"))
        let peer = try daemon.peer()
        let show = try WirePeer.frame(ListCatalogs(), id: 1)
        // All in one read: the requests in front have nothing to do with the file.
        let importing = try WirePeer.frame(ImportCatalog(catalog: "a"), id: 3)
        try peer.send(show + show + importing, descriptors: [file.rawValue])
        try #require(try [peer.next(), peer.next()].map { $0?.id } == [1, 1])
        #expect(try peer.next()?.result?["catalog"]?["products"] == 1)
        // In two messages that the kernel hands out in one read (unix(7), SCM_RIGHTS).
        try peer.send(show + show)
        try peer.send(importing, descriptors: [file.rawValue])
        try #require(try [peer.next(), peer.next()].map { $0?.id } == [1, 1])
        #expect(try peer.next()?.result?["catalog"]?["version"] == 2)
        // The file comes with the first half of the frame.
        for cut in 1..<importing.count {
            try peer.send(Array(importing[..<cut]), descriptors: [file.rawValue])
            try peer.send(Array(importing[cut...]))
            try #require(try peer.next()?.result?["catalog"]?["version"] == .init(cut + 2))
        }
        #expect(daemon.stop() == 0)
    }

    @Test("Files that nobody asked for are closed")
    func unasked() throws {
        let daemon = try TestDaemon()
        let file = try open("/dev/null")
        let watcher = try daemon.peer()
        let before = try daemon.running().descriptorCount()
        let many = Array(repeating: file.rawValue, count: 253)
        do {
            let peers = try (0..<10).map { _ in try daemon.peer() }
            for peer in peers {
                for round in 0..<20 as Range<UInt64> {
                    try peer.call(ShowCart(), id: round, descriptors: round % 2 == 0 ? [file.rawValue] : many)
                }
            }
            try daemon.eventually("only the connections are left") {
                try daemon.running().descriptorCount() == before + peers.count
            }
            // With half a frame, one may still be of use; more are not.
            for peer in peers { try peer.send([0], descriptors: Array(many.prefix(40))) }
            try daemon.eventually("one a connection is left") {
                try daemon.running().descriptorCount() <= before + 2 * peers.count
            }
        }
        try daemon.eventually("all are closed") { try daemon.running().descriptorCount() == before }
        #expect(try watcher.call(ShowStatus()).result != nil)
        #expect(daemon.stop() == 0)
    }

    @Test("Only a regular file can be imported, and nothing else is read or waited for")
    func kinds() throws {
        let daemon = try TestDaemon()
        let peer = try daemon.peer()
        let before = try daemon.running().descriptorCount()
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let reading = OwnedDescriptor(taking: ends[0])
        let writing = OwnedDescriptor(taking: ends[1])
        try reading.setCloseOnExec()
        try writing.setCloseOnExec()
        let folder = try open("/tmp", O_RDONLY | O_DIRECTORY)
        let device = try open("/dev/zero")
        let sockets = try SocketPair()
        let path = daemon.place("write-only")
        let writeOnly = try open(path, O_WRONLY | O_CREAT)
        let empty = try open(try daemon.place.write("", to: "empty"))
        let sparse = try open(try daemon.place.write("<", to: "sparse"), O_RDWR)
        try #require(ftruncate(sparse.rawValue, 1 << 40) == 0)
        let unsized = try open("/proc/self/maps")
        let numbers = [
            unsized.rawValue, reading.rawValue, writing.rawValue, folder.rawValue, device.rawValue,
            sockets.first.descriptor.rawValue,
            writeOnly.rawValue, empty.rawValue, sparse.rawValue,
        ]
        for (index, number) in numbers.enumerated() {
            let answer = try peer.call(ImportCatalog(catalog: "x"), id: UInt64(index), descriptors: [number])
            #expect(answer.code == "invalidCatalog", "file \(index) was answered with \(answer)")
        }
        #expect(try peer.call(ImportCatalog(catalog: "x"), id: 99).code == "malformed")
        #expect(try daemon.running().descriptorCount() == before)
        let catalogs = try peer.call(ListCatalogs())
        #expect(catalogs.result?["catalogs"]?[2] == nil)
        #expect(daemon.stop() == 0)
    }

    @Test("Over the limit of connections new ones are told so, and the old ones go on")
    func connectionLimit() throws {
        let daemon = try TestDaemon(starting: false)
        try daemon.start(shell: "ulimit -n 64")
        let first = try daemon.peer()
        guard case .unsigned(let limit)? = try first.call(ShowStatus()).result?["connectionLimit"] else {
            throw Failure("the status has no connectionLimit")
        }
        #expect((8...60).contains(limit))
        do {
            let others = try (1..<limit).map { _ in try daemon.peer() }
            // All at once, more than the daemon has descriptors.
            let crowd = try (0..<333).map { _ in try WirePeer(path: daemon.socketPath) }
            for refused in crowd {
                let last = try refused.rest()
                #expect(last.map(\.code) == ["overloaded"])
                #expect(last.first?.id == nil)
                #expect(last.first?.details?["limit"] == "connections")
                #expect(last.first?.details?["used"] == .unsigned(limit))
                #expect(last.first?.details?["allowed"] == .unsigned(limit))
            }
            for peer in others + [first] { #expect(try peer.call(AddLineItem(product: "qianbao")).result != nil) }
        }
        try daemon.eventually("there is room again") {
            let peer = try WirePeer(path: daemon.socketPath)
            return try peer.call(Hello(software: "test"), id: 0).result != nil
        }
        #expect(daemon.stop() == 0)
    }

    @Test("A full descriptor table is survived, and over when there is room again")
    func fullTable() throws {
        let daemon = try TestDaemon(starting: false)
        try daemon.start(shell: "ulimit -n 64")
        let file = try open("/dev/null")
        let first = try daemon.peer()
        do {
            // Each keeps two descriptors: its connection, and a file that may belong to the frame that it began.
            var hoarders: [WirePeer] = []
            var isFull = false
            while !isFull, hoarders.count < 64 {
                let peer = try WirePeer(path: daemon.socketPath)
                // One that is refused is closed already.
                _ = try? peer.send([0], descriptors: [file.rawValue])
                hoarders.append(peer)
                // In step: it is either taken or refused.
                while !isFull, try first.call(ShowStatus()).result?["connections"] != .init(hoarders.count + 1) {
                    isFull = try peer.hasInput
                }
            }
            #expect(try hoarders.last?.rest().map(\.code) == ["overloaded"])
            #expect(hoarders.count < 32, "the limit of connections came first")
            #expect(isFull)
            #expect(try first.call(AddLineItem(product: "qianbao")).result != nil)
            let ticks = try daemon.running().processorTicks()
            poll(nil, 0, 300)
            #expect(try daemon.running().processorTicks() - ticks < 15, "the daemon spins")
        }
        try daemon.eventually("there is room again") {
            let peer = try WirePeer(path: daemon.socketPath)
            return try peer.call(Hello(software: "test"), id: 0).result != nil
        }
        let version = try first.call(AddLineItem(product: "qianbao")).result?["cart"]?["version"]
        #expect(version == 2)
        #expect(daemon.stop() == 0)
    }
}
