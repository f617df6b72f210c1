import CartModel
import Glibc
import Testing
import TestSupport

@testable import CartStore

@Suite("A disk that is full")
struct FullDiskTests {
    /// Fills the store until a commit is refused, checks that nothing of it stays, and that it works with room again.
    static func check(
        in folder: String,
        _ store: ModelStore,
        fill: () throws -> Void,
        makeRoom: () throws -> Void
    ) throws {
        var cart = try Cart(capacity: 1000)
        try cart.add(StoreTests.product("first"))
        store.put(cart)
        try store.commit()
        let before = cart
        try fill()

        let big = try Catalog(
            name: "big",
            groups: [
                ProductGroup(
                    products: (0..<4000).map {
                        Product(id: "\($0)", name: String(repeating: "n", count: 400))
                    }
                )
            ]
        )
        let key = try IdempotencyKey(owner: 1, key: "k")
        for round in 0..<3 {
            try cart.add(StoreTests.product("refused \(round)"))
            store.put(cart)
            store.put(try Cart(name: "other"))
            try store.put(big)
            try store.put(Catalog(name: "shop", groups: []))
            store.record(RecordedAnswer(request: [1], answer: [2]), for: key)
            do {
                try store.commit()
                Issue.record("the commit was taken")
            } catch {
                #expect(error.code == .storageFailure)
                #expect(error.details["file"] == .string(folder + "/cartd.sqlite"))
                #expect(error.message.contains("full"), "\(error.message)")
                #expect(error.message.contains("free some space on its filesystem"), "\(error.message)")
            }
            #expect(!store.hasUncommittedChanges)
            #expect(Array(store.carts) == [before])
            #expect(store.catalogNames() == ["cars", "shop"])
            #expect(try store.catalog(named: "shop").count == 6)
            #expect(try store.recordedAnswer(for: key) == nil)
            cart = before
        }
        try makeRoom()
        try cart.add(StoreTests.product("taken"))
        store.put(cart)
        let kept = try store.put(big)
        store.record(RecordedAnswer(request: [1], answer: [2]), for: key)
        try store.commit()
        #expect(Array(store.carts) == [cart])
        #expect(try store.catalog(named: "big") == kept)
        #expect(try store.recordedAnswer(for: key)?.answer == [2])
    }

    @Test("A limit on the database's pages")
    func pageLimit() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path)
        try Self.check(in: folder.path, store) {
            let pages = try store.database.integer("PRAGMA page_count")
            try store.database.execute("PRAGMA max_page_count = \(pages)")
        } makeRoom: {
            try store.database.execute("PRAGMA max_page_count = 1000000")
        }
        try folder.afterKill { #expect(Array($0.carts) == Array(store.carts)) }
    }

    @Test(
        "A small filesystem",
        .enabled(if: obstacle == nil || FullRun.isRequired, "\(obstacle ?? "")"),
        arguments: [0, 1, 5, 20, 100]
    )
    func smallFilesystem(sparePages: Int) throws {
        let folder = try TemporaryFolder.inMemory()
        try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=4m") == 0)
        defer { umount2(folder.path, Int32(MNT_DETACH)) }
        let store = try ModelStore(stateDirectory: folder.path)
        try Self.check(in: folder.path, store) {
            try Self.fill(folder.path, leaving: sparePages)
        } makeRoom: {
            unlink(folder.path + "/ballast")
            try #require(mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT), "size=64m") == 0)
        }
        try folder.afterKill { #expect(Array($0.carts) == Array(store.carts)) }
    }

    /// Why there can be no small filesystem here, nil where there can; a container's root, for one, may not mount.
    static let obstacle: String? = {
        guard let folder = try? TemporaryFolder.inMemory() else {
            return "there is no temporary folder"
        }
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=4m") == 0 else {
            return "mounting a tmpfs fails: \(String(cString: strerror(errno)))"
        }
        umount2(folder.path, Int32(MNT_DETACH))
        return nil
    }()

    /// Writes a file until the filesystem is full, then cuts some pages off it.
    private static func fill(_ path: String, leaving pages: Int) throws {
        let descriptor = open(path + "/ballast", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let page = [UInt8](repeating: 1, count: 4096)
        var size: off_t = 0
        while true {
            let written = write(descriptor, page, page.count)
            guard written > 0 else {
                break
            }
            size += off_t(written)
        }
        try #require(errno == ENOSPC)
        try #require(ftruncate(descriptor, max(0, size - off_t(pages) * 4096)) == 0)
    }
}
