import CartModel
import Glibc
import TestSupport
import Testing

@testable import CartStore

@Suite("Large catalogs, whose products are in files")
struct ContentTests {
    static func catalog(_ name: String, _ count: Int, groups: Int = 1, mark: String = "") throws -> Catalog {
        try Catalog(
            name: name,
            groups: (0..<groups).map { group in
                ProductGroup(
                    title: groups == 1 ? "" : "Group \(group) é",
                    products: (group * count / groups..<(group + 1) * count / groups).map {
                        Product(
                            id: "p\($0)",
                            name: "产品 \($0)\(mark)",
                            icon: $0 % 3 == 0 ? nil : $0 % 3 == 1 ? "" : "icon-\($0).png"
                        )
                    }
                )
            }
        )
    }

    /// A store with a large catalog, committed.
    static func store(in folder: TemporaryFolder, _ catalog: Catalog) throws -> ModelStore {
        let store = try ModelStore(stateDirectory: folder.path)
        try store.put(try StagedCatalog(catalog, in: store.contents) { false })
        try store.commit()
        return store
    }

    static func files(_ folder: TemporaryFolder) -> [String] { folder.names(in: "catalogs") }

    @Test(
        "What is written is what is read",
        arguments: [(2048, 1), (2049, 1), (5000, 1), (5000, 999), (3, 5000), (0, 3000), (512, 2000)]
    )
    func roundTrip(count: Int, groups: Int) throws {
        let folder = try TemporaryFolder.inMemory()
        let catalog = try Self.catalog("big", count, groups: groups)
        var store: ModelStore? = try Self.store(in: folder, catalog)
        #expect(Self.files(folder).count == (count + groups > 2048 ? 1 : 0))
        #expect(try store?.readCatalog(named: "big").groups == catalog.groups)
        try folder.afterKill { killed throws in
            let load = killed.load(ofCatalog: "big")
            #expect((load != nil) == (count + groups > 2048))
            #expect(try load?.run().groups ?? catalog.groups == catalog.groups)
            #expect(try killed.catalogSummary(named: "big").products == catalog.count)
            // The sizes did not need the products.
            #expect(killed.hasUnloadedCatalogs == (load != nil))
            #expect(try killed.readCatalog(named: "big") == catalog.revised(name: "big", version: 1))
            #expect(!killed.hasUnloadedCatalogs)
        }
        store = nil
        #expect(try ModelStore(stateDirectory: folder.path).readCatalog(named: "big").groups == catalog.groups)
    }

    @Test("The old catalog answers until the commit, and its file goes after it")
    func flip() throws {
        let folder = try TemporaryFolder.inMemory()
        let old = try Self.catalog("big", 3000)
        let new = try Self.catalog("big", 4000, mark: " new")
        let store = try Self.store(in: folder, old)
        let before = Self.files(folder)
        let staged = try StagedCatalog(new, in: store.contents) { false }
        #expect(try store.readCatalog(named: "big").groups == old.groups)
        try folder.afterKill { killed throws in
            #expect(try killed.readCatalog(named: "big").groups == old.groups)
            // What was staged is of no use to the next daemon.
            killed.takeWaste()?.dispose()
            #expect(killed.contents.numbers().count == 1)
        }
        try store.put(staged)
        try folder.afterKill { killed throws in #expect(try killed.readCatalog(named: "big").groups == old.groups) }
        #expect(store.takeWaste() == nil)
        try store.commit()
        #expect(Self.files(folder).count == 2)
        try folder.afterKill { killed throws in
            #expect(try killed.readCatalog(named: "big").groups == new.groups)
            killed.takeWaste()?.dispose()
            #expect(killed.contents.numbers().count == 1)
        }
        try #require(store.takeWaste()).dispose()
        #expect(Self.files(folder).count == 1)
        #expect(Set(Self.files(folder)).isDisjoint(with: before))

        try store.removeCatalog(named: "big")
        #expect(Self.files(folder).count == 1)
        try store.commit()
        store.takeWaste()?.dispose()
        #expect(Self.files(folder) == [])
        try folder.afterKill { killed throws in #expect(killed.catalogNames() == ["cars", "shop"]) }
    }

    @Test("What is not committed leaves no file, whichever way it ends")
    func leftovers() throws {
        let folder = try TemporaryFolder.inMemory()
        let old = try Self.catalog("big", 3000)
        let store = try Self.store(in: folder, old)
        let kept = Self.files(folder)
        func stage(_ name: String = "big", _ count: Int = 2500) throws -> StagedCatalog {
            try StagedCatalog(try Self.catalog(name, count, mark: "x"), in: store.contents) { false }
        }
        // Taken back, replaced in the same turn, removed in the same turn.
        try store.put(try stage())
        store.rollback()
        try store.put(try stage("other"))
        try store.put(try stage("other"))
        try store.removeCatalog(named: "other")
        try store.put(try stage("third"))
        store.rollback()
        #expect(try store.readCatalog(named: "big").groups == old.groups)
        store.takeWaste()?.dispose()
        #expect(Self.files(folder) == kept)
        // Never put in.
        let unwanted = try stage()
        store.discardUnlessTaken(unwanted)
        store.discardUnlessTaken(unwanted)
        store.takeWaste()?.dispose()
        #expect(Self.files(folder) == kept)
        // No room.
        var options = StoreOptions()
        options.storedProducts = 2000
        let other = try TemporaryFolder.inMemory()
        let small = try ModelStore(stateDirectory: other.path, options: options)
        #expect(throws: CartError.self) { try small.put(try StagedCatalog(old, in: small.contents) { false }) }
        small.takeWaste()?.dispose()
        #expect(Self.files(other) == [])
        // Cancelled, early and late.
        for limit in [0, 3] {
            var asked = 0
            #expect(throws: CartError(.cancelled, "the import was cancelled")) {
                _ = try StagedCatalog(old, in: store.contents) {
                    asked += 1
                    return asked > limit
                }
            }
        }
        #expect(Self.files(folder) == kept)
    }

    @Test("A commit that fails keeps the old catalog and gives up the new file")
    func failedCommit() throws {
        let folder = try TemporaryFolder.inMemory()
        let old = try Self.catalog("big", 3000)
        let store = try Self.store(in: folder, old)
        let kept = Self.files(folder)
        try store.put(try StagedCatalog(try Self.catalog("big", 4000), in: store.contents) { false })
        try store.database.execute("PRAGMA max_page_count = 1")
        // A catalog of many rows needs pages that there are not.
        try store.put(try Self.catalog("many", 2000))
        #expect(throws: CartError.self) { try store.commit() }
        #expect(try store.readCatalog(named: "big").groups == old.groups)
        store.takeWaste()?.dispose()
        #expect(Self.files(folder) == kept)
        try folder.afterKill { killed throws in #expect(try killed.readCatalog(named: "big").groups == old.groups) }
    }

    @Test("A file that is damaged is refused by name, a new import mends it, and nothing else is lost")
    func damaged() throws {
        let catalog = try Self.catalog("big", 3000, groups: 7)
        let damages: [(String, (TemporaryFolder, String) throws -> Void)] = [
            ("missing", { folder, name in unlink(folder.path + "/" + name) }),
            ("cut", { folder, name in truncate(folder.path + "/" + name, 20_000) }),
            ("empty", { folder, name in truncate(folder.path + "/" + name, 0) }),
            ("longer", { folder, name in try folder.write((folder.bytes(of: name) ?? []) + [0, 0, 0, 0], to: name) }),
            (
                "a folder",
                { folder, name in
                    unlink(folder.path + "/" + name)
                    mkdir(folder.path + "/" + name, 0o700)
                }
            ),
            ("other", { folder, name in try folder.write(Array("hello".utf8), to: name) }),
        ]
        for (what, damage) in damages {
            let folder = try TemporaryFolder.inMemory()
            var store: ModelStore? = try Self.store(in: folder, catalog)
            store = nil
            try damage(folder, "catalogs/" + (Self.files(folder).first ?? ""))
            let again = try ModelStore(stateDirectory: folder.path)
            let error = #expect(throws: CartError.self, "\(what)") { try again.readCatalog(named: "big") }
            #expect(error?.code == .storageFailure, "\(what)")
            #expect(error?.message.contains("catalogs/") == true, "\(what)")
            #expect(try again.catalog(named: "shop").count == 6)
            try again.put(try StagedCatalog(catalog, in: again.contents) { false })
            try again.commit()
            #expect(try again.readCatalog(named: "big").groups == catalog.groups, "\(what)")
            _ = store
        }
    }

    @Test("Any changed byte of a file is noticed", arguments: [1, 2])
    func changedBytes(seed: UInt64) throws {
        let folder = try TemporaryFolder.inMemory()
        let catalog = try Self.catalog("big", 2100, groups: 3)
        var store: ModelStore? = try Self.store(in: folder, catalog)
        store = nil
        _ = store
        let name = "catalogs/" + (try #require(Self.files(folder).first))
        let whole = try #require(folder.bytes(of: name))
        let again = try ModelStore(stateDirectory: folder.path)
        let load = try #require(again.load(ofCatalog: "big"))
        var random = SplitMix64(seed: seed)
        #expect(try load.run().groups == catalog.groups)
        for _ in 0..<300 {
            var bytes = whole
            // Lengths and counts are at the beginning, more than elsewhere.
            let end = Bool.random(using: &random) ? 120 : bytes.count
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<end, using: &random)] = .random(in: 0...255, using: &random)
            }
            guard bytes != whole else { continue }
            try folder.write(bytes, to: name)
            let error = #expect(throws: CartError.self, "seed \(seed)") { try load.run() }
            #expect(error?.code == .storageFailure, "seed \(seed)")
        }
    }

    @Test("A file of the first form, which had no checksums, is read, and a changed one is a catalog or a refusal")
    func firstForm() throws {
        let folder = try TemporaryFolder.inMemory()
        let catalog = try Self.catalog("big", 2100, groups: 3)
        var store: ModelStore? = try Self.store(in: folder, catalog)
        store = nil
        _ = store
        let name = "catalogs/" + (try #require(Self.files(folder).first))
        let checked = try #require(folder.bytes(of: name))
        // The mark says 1, and each frame behind it has no checksum.
        var bytes = Array(checked.prefix(19)) + Array("1".utf8)
        var position = 20
        while position < checked.count {
            let length = (0..<4).reduce(0) { $0 | Int(checked[position + $1]) << (8 * $1) }
            bytes += checked[position..<position + 4] + checked[position + 8..<position + 8 + length]
            position += 8 + length
        }
        try folder.write(bytes, to: name)
        let again = try ModelStore(stateDirectory: folder.path)
        let load = try #require(again.load(ofCatalog: "big"))
        #expect(try load.run().groups == catalog.groups)
        var random = SplitMix64(seed: 3)
        for _ in 0..<300 {
            var changed = bytes
            // Lengths and counts are at the beginning, more than elsewhere.
            let end = Bool.random(using: &random) ? 120 : bytes.count
            changed[Int.random(in: 0..<end, using: &random)] = .random(in: 0...255, using: &random)
            try folder.write(changed, to: name)
            do {
                #expect(try load.run().count == catalog.count)
            } catch {
                #expect(error.code == .storageFailure)
            }
        }
    }

    @Test("A file of a form that is not known yet is refused as that")
    func newerForm() throws {
        let folder = try TemporaryFolder.inMemory()
        var store: ModelStore? = try Self.store(in: folder, try Self.catalog("big", 3000))
        store = nil
        _ = store
        let name = "catalogs/" + (try #require(Self.files(folder).first))
        var bytes = try #require(folder.bytes(of: name))
        bytes[19] = UInt8(ascii: "3")
        try folder.write(bytes, to: name)
        let error = #expect(throws: CartError.self) {
            try ModelStore(stateDirectory: folder.path).readCatalog(named: "big")
        }
        #expect(error?.message.contains("it has a form that this cartd does not know") == true)
    }

    @Test("The checksum is CRC-32C: the examples of RFC 3720, appendix B.4, and of the CRC catalogue")
    func checksum() {
        let examples: [([UInt8], UInt32)] = [
            ([UInt8](repeating: 0, count: 32), 0x8A91_36AA), ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
            (Array(0..<32), 0x46DD_794E), (Array((0..<32).reversed()), 0x113F_DB5C),
            (Array("123456789".utf8), 0xE306_9283), ([], 0),
        ]
        for (bytes, sum) in examples {
            #expect(bytes.withUnsafeBufferPointer(Checksum.crc32c) == sum)
        }
    }

    @Test("What was read elsewhere is taken unless the catalog was replaced meanwhile")
    func adopting() throws {
        let folder = try TemporaryFolder.inMemory()
        let old = try Self.catalog("big", 3000)
        var store: ModelStore? = try Self.store(in: folder, old)
        store = nil
        _ = store
        let again = try ModelStore(stateDirectory: folder.path)
        let load = try #require(again.load(ofCatalog: "big"))
        #expect(again.load(ofCatalog: "shop") == nil)
        // One that cannot be read is told so at once, until it is tried again.
        again.adopt(.failure(CartError(.storageFailure, "no")), of: load)
        #expect(throws: CartError(.storageFailure, "no")) { try again.readCatalog(named: "big") }
        #expect(try again.catalogSummary(named: "big").products == 3000)
        again.retryUnreadable()
        again.adopt(.success(try load.run()), of: load)
        #expect(!again.hasUnloadedCatalogs)
        #expect(try again.readCatalog(named: "big").groups == old.groups)
        let new = try Self.catalog("big", 2500)
        try again.put(try StagedCatalog(new, in: again.contents) { false })
        again.adopt(.success(old), of: load)
        #expect(try again.readCatalog(named: "big").groups == new.groups)
    }

    @Test("Only files that are ours are removed at the start")
    func strangers() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try Self.store(in: folder, try Self.catalog("big", 3000))
        try folder.write([1], to: "catalogs/readme.txt")
        try folder.write([1], to: "catalogs/12.products")
        try folder.write([1], to: "catalogs/00000000000000FF.products")
        try folder.write([1], to: "catalogs/00000000000000ff.products")
        _ = store
        try folder.afterKill { killed throws in
            killed.takeWaste()?.dispose()
            #expect(killed.contents.numbers().count == 1)
            #expect(killed.load(ofCatalog: "big") != nil)
        }
    }
}
