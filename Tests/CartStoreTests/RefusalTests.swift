import CSQLite
import CartModel
import Glibc
import Testing
import TestSupport

@testable import CartStore

@Suite("Databases and folders that are refused")
struct RefusalTests {
    /// The refusal of a folder, or nil where it was opened.
    ///
    /// - Parameter lockWait: Milliseconds to wait for the lock. Another test's child process holds a copy of every
    ///   descriptor from its start until it runs its program, also of a lock that was just let go.
    static func refusal(_ path: String, lockWait: Int64 = 2000) -> CartError? {
        var options = StoreOptions()
        options.lockWait = lockWait
        do {
            _ = try ModelStore(stateDirectory: path, options: options)
            return nil
        } catch {
            return error
        }
    }

    /// A database with some content, all of it in the one file.
    static func filled() throws -> TemporaryFolder {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path)
        var cart = try Cart(capacity: 1000)
        for number in 1...200 { try cart.add(StoreTests.product("\(number)")) }
        store.put(cart)
        _ = try store.put(
            Catalog(name: "big", groups: [ProductGroup(products: (0..<500).map { StoreTests.product("\($0)") })])
        )
        try store.commit()
        return folder
    }

    /// Runs SQL on the file as any other program would.
    static func run(_ sql: String, on path: String) throws {
        var handle: OpaquePointer?
        try #require(sqlite3_open(path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }

    /// A number in the file, as any other program reads it.
    static func integer(_ sql: String, of path: String) throws -> Int64 {
        var handle: OpaquePointer?
        try #require(sqlite3_open(path, &handle) == SQLITE_OK)
        defer { sqlite3_close(handle) }
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
        defer { sqlite3_finalize(statement) }
        try #require(sqlite3_step(statement) == SQLITE_ROW)
        return sqlite3_column_int64(statement, 0)
    }

    /// Expects a refusal that names the file and says a word, and that the file has the same bytes after it.
    static func expectRefusal(_ folder: TemporaryFolder, _ word: String) throws {
        let before = folder.bytes(of: "cartd.sqlite")
        let error = try #require(refusal(folder.path), "\(before?.count ?? -1) bytes were opened")
        #expect(error.code == .storageFailure)
        #expect(error.message.contains(folder.database), "\(error.message)")
        #expect(error.message.contains(word), "\(error.message)")
        #expect(folder.bytes(of: "cartd.sqlite") == before)
    }

    @Test("A file that cannot have a write-ahead log")
    func noWriteAheadLog() throws {
        try LockFreeFileLayer.register()
        let folder = try Self.filled()
        let before = folder.bytes(of: "cartd.sqlite")
        var options = StoreOptions()
        options.fileLayer = LockFreeFileLayer.name
        do {
            _ = try ModelStore(stateDirectory: folder.path, options: options)
            Issue.record("it was opened")
        } catch {
            #expect(error.code == .storageFailure)
            #expect(error.details["file"] == .string(folder.database))
            #expect(error.details["setting"] == "journal_mode")
            #expect(error.details["needed"] == "wal")
            #expect(error.message.contains("choose a state directory on a local filesystem"))
        }
        #expect(folder.bytes(of: "cartd.sqlite") == before)
        _ = try ModelStore(stateDirectory: folder.path)
    }

    @Test("A relative folder that looks like a URI is the folder of that name")
    func pathLikeURI() throws {
        // The working folder is the process's, so the name is one that no other test has.
        let name = "file:cartstore-\(getpid())?mode=memory"
        let folder = try TemporaryFolder.inMemory()
        try #require(symlink(folder.path, name) == 0)
        defer { unlink(name) }
        let store = try ModelStore(stateDirectory: name)
        store.put(try Cart(name: "c"))
        try store.commit()
        try folder.afterKill { #expect($0.carts.map(\.name) == ["c"]) }
    }

    @Test("A second daemon on the same folder")
    func secondOpener() throws {
        let folder = try TemporaryFolder.inMemory()
        var store: ModelStore? = try ModelStore(stateDirectory: folder.path)
        let error = try #require(Self.refusal(folder.path, lockWait: 0))
        #expect(error.code == .storageFailure)
        #expect(error.message.contains("another cartd has the state directory \(folder.path) open"))
        #expect(store?.hasUncommittedChanges == false)
        store = nil
        #expect(Self.refusal(folder.path) == nil)
    }

    @Test("A database that another program reads or writes")
    func otherProgram() throws {
        let folder = try Self.filled()
        var handle: OpaquePointer?
        try #require(sqlite3_open(folder.database, &handle) == SQLITE_OK)
        try #require(sqlite3_exec(handle, "BEGIN; SELECT count(*) FROM carts", nil, nil, nil) == SQLITE_OK)
        try Self.expectRefusal(folder, "another program has it open")
        sqlite3_close(handle)
        #expect(Self.refusal(folder.path) == nil)
    }

    @Test("A newer schema, an older one, and a foreign database")
    func otherSchemas() throws {
        for (sql, word) in [
            (
                "PRAGMA user_version = \(Schema.version + 1)",
                "newer cartd (schema \(Schema.version + 1), this one knows \(Schema.version))"
            ),
            ("PRAGMA user_version = 0", "damaged: its schema version is 0"),
            ("PRAGMA application_id = 7", "another program"),
            ("PRAGMA application_id = 0", "another program"),
        ] {
            let folder = try Self.filled()
            try Self.run(sql, on: folder.database)
            try Self.expectRefusal(folder, word)
        }
        let folder = try TemporaryFolder.inMemory()
        try Self.run("CREATE TABLE notes (text)", on: folder.database)
        try Self.expectRefusal(folder, "another program")
        #expect(folder.bytes(of: "cartd.sqlite-wal") == nil)
    }

    @Test("Garbage, and a file cut at any page")
    func garbage() throws {
        let folder = try TemporaryFolder.inMemory()
        try folder.write(Array(repeating: 0x61, count: 10_000), to: "cartd.sqlite")
        try Self.expectRefusal(folder, "not a database")
        try folder.write(Array("short".utf8), to: "cartd.sqlite")
        try Self.expectRefusal(folder, "not a database")

        let good = try Self.filled()
        let bytes = try #require(good.bytes(of: "cartd.sqlite"))
        for size in stride(from: 4096, to: bytes.count, by: 4096) + [100, 512, 5000] {
            try folder.write(Array(bytes.prefix(size)), to: "cartd.sqlite")
            try Self.expectRefusal(folder, "failed")
        }
    }

    @Test("An empty file is a new database: a first start may end anywhere")
    func emptyFile() throws {
        let folder = try TemporaryFolder.inMemory()
        try folder.write([], to: "cartd.sqlite")
        #expect(Self.refusal(folder.path) == nil)
        #expect(Self.refusal(folder.path) == nil)
    }

    @Test(
        "Content that cannot be what was written",
        arguments: [
            ("DELETE FROM lines WHERE position = 3", "line 3 of the cart default is missing"),
            ("UPDATE lines SET quantity = 0 WHERE position = 3", "a line of the quantity 0"),
            ("UPDATE lines SET id = '1' WHERE position = 3", "two lines of the product 1"),
            ("UPDATE lines SET name = CAST(x'ff41' AS TEXT) WHERE position = 3", "not UTF-8"),
            ("UPDATE carts SET version = -1", "version -1"),
            ("UPDATE carts SET version = 9223372036854775807", "damaged"),
            ("UPDATE carts SET sequence = -1", "number of the change"),
            ("UPDATE carts SET sequence = 9223372036854775807", "number of the change"),
            ("UPDATE carts SET capacity = 10", "200 lines of 10"),
            ("UPDATE carts SET capacity = 0", "capacity 0"),
            ("UPDATE carts SET name = ''", "is empty"),
            ("UPDATE carts SET name = CAST(x'ed a080' AS TEXT)", "not UTF-8"),
            ("UPDATE carts SET number = -1", "has the number -1"),
            ("DELETE FROM carts", "of a cart that does not exist"),
            (
                "INSERT INTO carts VALUES (8, 'é', 'shop', 6, 0, 0), (9, 'e' || char(0x301), 'shop', 6, 0, 0)",
                "two carts named"
            ),
            (
                "INSERT INTO catalogs VALUES (8, 'é', 1, 0, 0, 0, 0), (9, 'e' || char(0x301), 1, 0, 0, 0, 0)",
                "two catalogs named"
            ),
            ("UPDATE catalogs SET version = -1", "out of range"),
            ("UPDATE catalogs SET product_count = 5000000", "out of range"),
            ("UPDATE catalogs SET group_count = 9223372036854775807", "out of range"),
            ("DELETE FROM meta", "identity is missing"),
            ("DROP TABLE answers", "no such table"),
        ]
    )
    func damagedContent(sql: String, word: String) throws {
        let folder = try Self.filled()
        try Self.run(sql.replacing("ed a080", with: "eda080"), on: folder.database)
        try Self.expectRefusal(folder, word)
    }

    @Test(
        "A damaged catalog costs that catalog alone",
        arguments: [
            "DELETE FROM product_chunks", "DELETE FROM product_groups",
            "UPDATE product_chunks SET products = substr(products, 1, 1000)",
            "UPDATE product_chunks SET products = CAST(replace(products, 'name', CAST(x'6e61c365' AS TEXT)) AS BLOB)",
            "UPDATE product_chunks SET products = CAST(products || x'00' AS BLOB)",
            "UPDATE product_chunks SET products = CAST(products || products AS BLOB)",
            "UPDATE product_chunks SET products = zeroblob(6)",
            "UPDATE product_groups SET product_count = 400",
            "UPDATE product_groups SET product_count = -1",
            "UPDATE product_groups SET product_count = 9223372036854775807",
            "UPDATE catalogs SET group_count = 2, product_count = 499",
        ]
    )
    func damagedCatalog(sql: String) throws {
        let folder = try Self.filled()
        try Self.run(sql, on: folder.database)
        let store = try ModelStore(stateDirectory: folder.path)
        #expect(throws: CartError.self) { try store.catalog(named: "big") }
        #expect(throws: CartError.self) { try store.catalog(named: "big") }
        #expect(try store.catalog(named: "shop").count == 6)
        #expect(store.carts.count == 1)
        // A new import mends it.
        try store.put(Catalog(name: "big", groups: []))
        try store.commit()
        #expect(try store.catalog(named: "big").version == 2)
    }

    @Test("Paths that are no folder")
    func paths() throws {
        let folder = try TemporaryFolder.inMemory()
        try folder.write([1], to: "file")
        for path in ["", folder.path + "/file", folder.path + "/file/below", "/proc/none/of/it", "a\0b"] {
            let error = try #require(Self.refusal(path))
            #expect(error.code == .storageFailure)
            #expect(error.message.contains(";"), "no way out in: \(error.message)")
        }
        // A symbolic link to a folder is one: systemd makes them for dynamic users.
        try #require(symlink(folder.path, folder.path + "/link") == 0)
        #expect(Self.refusal(folder.path + "/link") == nil)
    }

    @Test("A folder that is moved away or replaced takes no change, and does again once it is back")
    func moved() throws {
        let folder = try TemporaryFolder.inMemory()
        let (place, elsewhere) = (folder.file("state"), folder.file("elsewhere"))
        let store = try ModelStore(stateDirectory: place)
        func add() throws {
            var cart = try store.cart(named: "default")
            try cart.add(StoreTests.product("a"))
            store.put(cart)
            try store.commit()
        }
        func version() throws -> Int64 { try store.cart(named: "default").version }
        try add()
        try #require(rename(place, elsewhere) == 0)
        let gone = #expect(throws: CartError.self) { try add() }
        #expect(gone?.code == .storageFailure && gone?.message.contains("put it back") == true)
        // Nor is a folder made that would stand in its way.
        let catalog = try ContentTests.catalog("big", 3000)
        let staged = #expect(throws: CartError.self) { try StagedCatalog(catalog, in: store.contents) { false } }
        #expect(staged?.code == .storageFailure && staged?.message.contains(place) == true)
        #expect(access(place, F_OK) != 0)
        var other: ModelStore? = try ModelStore(stateDirectory: place)
        #expect(throws: CartError.self) { try add() }
        #expect(other?.carts.isEmpty == true)
        other = nil
        #expect(try version() == 1)
        try #require(rename(place, folder.file("other")) == 0 && rename(elsewhere, place) == 0)
        try add()
        #expect(try version() == 2)
    }
}
