import CartModel
import Testing
import TestSupport

@testable import CartStore

@Suite("Databases of older versions")
struct MigrationTests {
    /// What version 1 made of an empty folder, as it was released.
    static let versionOne = """
        CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

        CREATE TABLE catalogs (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            version INTEGER NOT NULL,
            group_count INTEGER NOT NULL,
            product_count INTEGER NOT NULL,
            removed INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE product_groups (
            catalog INTEGER NOT NULL REFERENCES catalogs,
            position INTEGER NOT NULL,
            title TEXT NOT NULL,
            product_count INTEGER NOT NULL,
            PRIMARY KEY (catalog, position)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE product_chunks (
            number INTEGER PRIMARY KEY,
            catalog INTEGER NOT NULL REFERENCES catalogs,
            products BLOB NOT NULL
        ) STRICT;
        CREATE INDEX product_chunks_by_catalog ON product_chunks (catalog, number);

        CREATE TABLE carts (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            catalog TEXT NOT NULL,
            capacity INTEGER NOT NULL,
            version INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE lines (
            cart INTEGER NOT NULL REFERENCES carts,
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            icon TEXT,
            quantity INTEGER NOT NULL,
            PRIMARY KEY (cart, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE answers (
            batch INTEGER PRIMARY KEY,
            time INTEGER NOT NULL,
            directory BLOB NOT NULL,
            bodies BLOB NOT NULL
        ) STRICT;
        INSERT INTO meta VALUES ('storeID', '0123456789abcdef0123456789abcdef');
        PRAGMA application_id = 0x63617274;
        PRAGMA user_version = 1;
        PRAGMA journal_mode = WAL;
        """

    /// A catalog of two groups, a removed built-in one, a cart of two lines, and a recorded answer.
    static let content = """
        INSERT INTO catalogs VALUES (1, 'own', 3, 2, 2, 0), (2, 'cars', 0, 0, 0, 1);
        INSERT INTO product_groups VALUES (1, 0, 'G', 2), (1, 1, 'empty', 0);
        INSERT INTO product_chunks VALUES (1, 1, x'0100610200c3a9ffff0100620100420000');
        INSERT INTO carts VALUES (4, 'till', 'own', 9, 17);
        INSERT INTO lines VALUES (4, 0, 'a', 'é', NULL, 2), (4, 1, 'gone', 'Gone', 'gone.png', 2147483647);
        INSERT INTO answers VALUES (1, 4102444800, x'07000000026b310100000002000000', x'aabbcc');
        """

    static func folder(_ sql: String = "") throws -> TemporaryFolder {
        let folder = try TemporaryFolder.inMemory()
        try RefusalTests.run(versionOne + content, on: folder.database)
        if !sql.isEmpty { try RefusalTests.run(sql, on: folder.database) }
        return folder
    }

    static func check(_ store: ModelStore) throws {
        #expect(store.storeID == "0123456789abcdef0123456789abcdef")
        #expect(store.catalogNames() == ["own", "shop"])
        let catalog = try store.catalog(named: "own")
        #expect(catalog.version == 3)
        #expect(
            catalog.groups == [
                ProductGroup(
                    title: "G",
                    products: [Product(id: "a", name: "é"), Product(id: "b", name: "B", icon: "")]
                ),
                ProductGroup(title: "empty"),
            ]
        )
        let cart = try store.cart(named: "till")
        #expect(cart.version == 17)
        #expect(cart.capacity == 9)
        #expect(cart.lines.map(\.quantity) == [2, 2_147_483_647])
        #expect(
            cart.lines.map(\.product) == [
                Product(id: "a", name: "é"), Product(id: "gone", name: "Gone", icon: "gone.png"),
            ]
        )
        let answer = try store.recordedAnswer(for: IdempotencyKey(owner: 7, key: "k1"))
        #expect(answer == RecordedAnswer(request: [0xAA], answer: [0xBB, 0xCC]))
    }

    @Test("A file of version 1 keeps everything, and has controls from now on")
    func versionOne() throws {
        let folder = try Self.folder()
        var store: ModelStore? = try ModelStore(stateDirectory: folder.path)
        try store.map(Self.check)
        #expect(store?.controls.isEmpty == true)
        #expect(store?.history.newest == 0)
        try folder.afterKill(Self.check)
        let control = try #require(store?.put(try ControlStoreTests.control(), as: .changed))
        try store?.commit()
        store = nil
        for _ in 0..<2 {
            let again = try ModelStore(stateDirectory: folder.path)
            try Self.check(again)
            #expect(again.controls == [control])
            #expect(again.history.newest == 1)
            #expect(try again.database.integer("PRAGMA user_version") == Schema.version)
            #expect(try again.database.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
        }
    }

    /// What version 2 added, as it was released.
    static let versionTwo = """
        CREATE TABLE controls (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            version INTEGER NOT NULL,
            state INTEGER NOT NULL,
            spacing REAL NOT NULL,
            horizontal TEXT NOT NULL,
            vertical TEXT NOT NULL
        ) STRICT;
        CREATE TABLE control_values (
            control INTEGER NOT NULL REFERENCES controls,
            state INTEGER NOT NULL,
            title TEXT,
            color TEXT,
            image TEXT,
            PRIMARY KEY (control, state)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        INSERT INTO counters (name, value) VALUES ('controlEvents', 5);
        INSERT INTO controls VALUES (1, 'buy', 2, 4, 2.0, 'center', 'center');
        PRAGMA user_version = 2;
        """

    @Test("A file of version 2 keeps its catalogs, and the next import of a large one goes into a file")
    func versionTwo() throws {
        let folder = try Self.folder(Self.versionTwo)
        var store: ModelStore? = try ModelStore(stateDirectory: folder.path)
        try store.map(Self.check)
        #expect(store?.controls.map(\.name) == ["buy"])
        // What counted the events of controls counts the changes of everything.
        #expect(store?.history.newest == 5)
        let large = try ContentTests.catalog("own", 3000)
        let staged = try store.map { try StagedCatalog(large, in: $0.contents) { false } }
        try staged.map { _ = try store?.put($0) }
        #expect(store?.history.newest == 6)
        try store?.commit()
        #expect(try store?.database.integer("SELECT count(*) FROM product_chunks") == 0)
        store = nil
        let again = try ModelStore(stateDirectory: folder.path)
        #expect(try again.readCatalog(named: "own").groups == large.groups)
        #expect(try again.catalog(named: "own").version == 4)
    }

    @Test("What is updated is what a new file has")
    func sameTables() throws {
        let updated = try ModelStore(stateDirectory: Self.folder().path)
        let fresh = try ModelStore(stateDirectory: TemporaryFolder.inMemory().path)
        func tables(_ store: ModelStore) throws -> [String] {
            let rows = try store.database.prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
            var result: [String] = []
            while try rows.step() { result.append(try rows.text(at: 0)) }
            // A comment belongs to the statement that it stands in.
            return result.map { $0.split(separator: "\n").filter { !$0.contains("--") }.joined(separator: "\n") }
        }
        let expected = try tables(fresh)
        #expect(try tables(updated) == expected)
        #expect(expected.count > 8)
    }

    @Test(
        "A damaged file of version 1 is refused and left as it is",
        arguments: [
            ("UPDATE carts SET version = -1", "version -1"), ("DELETE FROM meta", "identity is missing"),
            ("DROP TABLE answers", "no such table"), ("DELETE FROM lines WHERE position = 0", "line 0"),
            ("CREATE TABLE controls (x)", "already exists"),
        ]
    )
    func damaged(sql: String, word: String) throws {
        let folder = try Self.folder(sql)
        try RefusalTests.expectRefusal(folder, word)
        // Still version 1, for whoever mends it.
        let version = try RefusalTests.integer("PRAGMA user_version", of: folder.database)
        #expect(version == 1)
    }
}
