import CBOR
import CartClient
import Glibc
import Synchronization
import TestSupport
import Testing

/// Catalogs of thousands of products, imported while the daemon is killed, runs out of disk, or is asked for other things.
@Suite("Large imports")
struct LargeImportTests {
    /// A file whose products all bear its mark.
    static func file(_ mark: String, _ count: Int) -> String {
        "["
            + (0..<count).map { #"{"id": "\#(mark)\#($0)", "name": "Product \#($0) of \#(mark)"}"# }.joined(
                separator: ","
            )
            + "]"
    }

    /// The names in the folder of the large catalogs.
    static func contents(_ stateDirectory: String) -> [String] {
        guard let folder = opendir(stateDirectory + "/catalogs") else {
            return []
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".products") { names.append(name) }
        }
        return names
    }

    /// That the catalog is one of the two files, whole.
    static func check(_ client: CartClient, _ sizes: [String: Int]) throws {
        let (summary, groups) = try client.catalog(named: "big")
        let products = groups.flatMap(\.products)
        #expect(products.count == summary.products)
        let mark = String(products.first?.id.prefix(1) ?? "?")
        #expect(products.count == sizes[mark])
        #expect(products.map(\.id) == (0..<products.count).map { "\(mark)\($0)" })
    }

    @Test("A kill at any moment leaves a whole catalog, no import is lost, and no file stays behind")
    func kills() throws {
        let daemon = try TestDaemon()
        let seed = UInt64.random(in: .min ... .max)
        print("import kill seed: \(seed)")
        var random = SplitMix64(seed: seed)
        let sizes = ["a": 9000, "b": 12_000]
        let files = try sizes.map { try daemon.place.write(Self.file($0.key, $0.value), to: "\($0.key).json") }
        let configuration = CartClient.Configuration(socket: .path(daemon.socketPath), timeout: .seconds(60))
        _ = try CartClient(configuration).importCatalog(named: "big", from: files[0])

        struct State {
            var version: Int64 = 1
            var failures: [String] = []
            var isOver = false
        }
        let state = Mutex(State())
        let importer = try BackgroundThread {
            do {
                let client = try CartClient(configuration)
                var turn = 0
                while !state.withLock({ $0.isOver }) {
                    turn += 1
                    let version = try client.importCatalog(named: "big", from: files[turn % 2]).catalog.version
                    state.withLock { state in
                        // Once each, however often it was asked for.
                        if version != state.version + 1 { state.failures.append("\(version) after \(state.version)") }
                        state.version = version
                    }
                }
            } catch {
                state.withLock { $0.failures.append("\(error)") }
            }
        }
        let client = try CartClient(configuration)
        for _ in 0..<Scale.current.kills {
            for _ in 0..<random.next() % 300 { _ = try client.call(ShowCart()) }
            let acknowledged = state.withLock { $0.version }
            daemon.kill()
            try daemon.start()
            let version = try client.call(ListCatalogs()).catalogs.first { $0.name == "big" }?.version ?? 0
            #expect(version >= acknowledged, "seed \(seed)")
            guard state.withLock({ $0.failures.isEmpty }) else { break }
        }
        state.withLock { $0.isOver = true }
        importer.join()
        #expect(state.withLock { $0.failures } == [], "seed \(seed)")
        try Self.check(client, sizes)
        // The last kill may have left files, which the next start removes.
        daemon.kill()
        try daemon.start()
        try Self.check(client, sizes)
        try daemon.eventually("one file is left") { Self.contents(daemon.stateDirectory).count == 1 }
        #expect(daemon.stop() == 0)
    }

    @Test(
        "An import that the disk has no room for is refused, and the old catalog stays",
        .enabled(if: SmallDisk.obstacle == nil || FullRun.isRequired, "\(SmallDisk.obstacle ?? "")")
    )
    func fullDisk() throws {
        let place = try TemporaryFolder()
        let disk = try SmallDisk(at: place("disk"), size: "3m")
        let daemon = try TestDaemon(state: disk.path + "/state", prefix: disk.prefix)
        let small = try place.write(Self.file("a", 3000), to: "a.json")
        let large = try place.write(Self.file("b", 100_000), to: "b.json")
        let client = try CartClient(.init(socket: .path(daemon.socketPath), timeout: .seconds(60)))
        _ = try client.importCatalog(named: "big", from: small)
        let kept = Self.contents(disk.outerPath + "/state")
        #expect(kept.count == 1)
        for _ in 0..<3 {
            let error = #expect(throws: CartError.self) { try client.importCatalog(named: "big", from: large) }
            #expect(error?.code == .storageFailure)
            #expect(error?.message.contains("free some space") == true, "\(String(describing: error))")
            try Self.check(client, ["a": 3000])
            #expect(Self.contents(disk.outerPath + "/state") == kept)
            // And there is room for what is small.
            _ = try client.call(AddLineItem(product: "qianbao"))
        }
        daemon.kill()
        try daemon.start()
        try Self.check(client, ["a": 3000])
        _ = try client.importCatalog(named: "big", from: small)
        #expect(daemon.stop() == 0)
    }

    @Test("Imports whose peers go away leave no descriptor open and no file behind")
    func abandoned() throws {
        let daemon = try TestDaemon()
        let large = try daemon.place.write(Self.file("a", 5000), to: "a.json")
        let small = try daemon.place.write(Self.file("b", 10), to: "b.json")
        let watcher = try daemon.peer()
        let before = try daemon.running().descriptorCount()
        do {
            let file = open(large, O_RDONLY | O_CLOEXEC)
            try #require(file >= 0)
            defer { close(file) }
            let peers = try (0..<8).map { _ in try daemon.peer() }
            for peer in peers {
                try peer.send(try WirePeer.frame(ImportCatalog(catalog: "big"), id: 1), descriptors: [file])
            }
        }
        let client = try CartClient(.init(socket: .path(daemon.socketPath), timeout: .seconds(60)))
        #expect(try client.importCatalog(named: "little", from: small).catalog.products == 10)
        // Those that were done before it was noticed are one catalog.
        try daemon.eventually("their files are closed and gone") {
            try daemon.running().descriptorCount() <= before + 1
                && Self.contents(daemon.stateDirectory).count <= 1
        }
        #expect(try watcher.call(ShowStatus()).result != nil)
        #expect(daemon.stop() == 0)
    }

    @Test("A large catalog is there after a restart, and others are answered before it has been read")
    func restarted() throws {
        let daemon = try TestDaemon()
        let file = try daemon.place.write(Self.file("a", 100_000), to: "a.json")
        let client = try CartClient(.init(socket: .path(daemon.socketPath), timeout: .seconds(60)))
        _ = try client.importCatalog(named: "big", from: file)
        _ = try client.call(AddLineItem(cart: "till", catalog: "big"))
        #expect(daemon.stop() == 0)
        try daemon.start()
        let (first, second) = (try daemon.peer(), try daemon.peer())
        try first.send(try WirePeer.frame(ShowCart(cart: "till"), id: 1))
        // Whichever the daemon reads first, this one does not wait for a file.
        #expect(try second.call(ListCatalogs()).result?["catalogs"]?[0]?["products"] == 100_000)
        #expect(try first.next()?.result?["canAdd"] == true)
        _ = try client.call(RemoveCatalog(catalog: "big"))
        try daemon.eventually("its file is gone") { Self.contents(daemon.stateDirectory).isEmpty }
        #expect(daemon.stop() == 0)
    }
}
