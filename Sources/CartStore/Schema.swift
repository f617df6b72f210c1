import CSQLite
import CartModel

/// The tables of the database, and the checks that a file is one of ours before anything is written to it.
enum Schema {
    /// Marks the file as cartd's: "cart" in ASCII (PRAGMA application_id).
    static let applicationID: Int64 = 0x6361_7274
    /// The version of the tables (PRAGMA user_version).
    static let version = Int64(migrations.count) + 1

    /// Checks the file, makes the tables in a new one, and brings those of an older version up to date.
    ///
    /// - Returns: Whether a transaction with new tables is open. The caller commits it once it has read what is in the
    ///   file, so that a damaged one is left as it is.
    /// - Throws: `storageFailure` for a file that is damaged, newer, somebody else's, or in use; it is left as it is.
    static func open(_ database: Database) throws(CartError) -> Bool {
        // EXCLUSIVE comes before the first access, so that the log needs no shared memory file.
        try database.execute("PRAGMA locking_mode = EXCLUSIVE")
        let application = try database.integer("PRAGMA application_id")
        let version = try database.integer("PRAGMA user_version")
        let isEmpty = try database.integer("SELECT count(*) FROM sqlite_master") == 0

        var older = ArraySlice<String>()
        switch (application, version) {
        case (0, 0) where isEmpty:
            try database.execute("PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; " + tables, doing: "creating")
            try database.execute(migrations.joined(), doing: "creating")
            try database.execute(
                """
                INSERT INTO meta (name, value) VALUES ('storeID', '\(newStoreID())');
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(Self.version);
                COMMIT;
                """,
                doing: "creating"
            )
        case (applicationID, Self.version):
            break
        case (applicationID, 1..<Self.version):
            older = migrations.dropFirst(Int(version) - 1)
        case (applicationID, let newer) where newer > Self.version:
            throw CartError(
                .storageFailure,
                "\(database.path) was written by a newer cartd (schema \(newer), this one knows \(Self.version)); it was "
                    + "left as it is: install that version again, or choose another state directory",
                details: ["file": .string(database.path), "schema": .integer(newer)]
            )
        case (applicationID, let other):
            throw .damaged(database.path, "its schema version is \(other)")
        default:
            throw CartError(
                .storageFailure,
                "\(database.path) is a database of another program; it was left as it is: move it away, or choose another "
                    + "state directory",
                details: ["file": .string(database.path), "application": .integer(application)]
            )
        }
        // A page cache of 512 KiB: the truth is in memory, so the database is hardly ever read.
        try database.execute(
            "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -512; PRAGMA temp_store = MEMORY; "
                + "PRAGMA journal_size_limit = 8388608"
        )
        try database.execute("PRAGMA journal_mode = WAL", doing: "opening")
        guard !older.isEmpty else {
            return false
        }
        try database.execute(
            "BEGIN IMMEDIATE; " + older.joined() + "PRAGMA user_version = \(Self.version)",
            doing: "updating"
        )
        return true
    }

    private static func newStoreID() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        return String((0..<32).map { _ in digits[Int(generator.next() & 15)] })
    }

    /// The tables of version 1.
    private static let tables = """
        CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

        -- A removed catalog keeps its row: its version goes on counting, and one that came with the daemon stays gone.
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
        -- The products of all groups one after another, hundreds in a row; ProductChunk describes the value. Values
        -- of this size belong into a table with row ids (https://sqlite.org/withoutrowid.html, section 5).
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
        -- A line carries its product as it was when it was added.
        CREATE TABLE lines (
            cart INTEGER NOT NULL REFERENCES carts,
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            icon TEXT,
            quantity INTEGER NOT NULL,
            PRIMARY KEY (cart, position)
        ) STRICT, WITHOUT ROWID;

        -- The answers of one turn of the loop in one row, so that hundreds of them cost one insertion at the end of
        -- one tree; AnswerBatch describes the two values.
        CREATE TABLE answers (
            batch INTEGER PRIMARY KEY,
            time INTEGER NOT NULL,
            directory BLOB NOT NULL,
            bodies BLOB NOT NULL
        ) STRICT;

        """
}
