extension Schema {
    /// What turns the tables of each version into those of the next; the first makes version 2 of version 1.
    ///
    /// They are never changed once a version has been released.
    static let migrations = [
        """
        CREATE TABLE controls (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            version INTEGER NOT NULL,
            state INTEGER NOT NULL,
            spacing REAL NOT NULL,
            horizontal TEXT NOT NULL,
            vertical TEXT NOT NULL
        ) STRICT;
        -- What was set for exactly one set of states; NULL is nothing.
        CREATE TABLE control_values (
            control INTEGER NOT NULL REFERENCES controls,
            state INTEGER NOT NULL,
            title TEXT,
            color TEXT,
            image TEXT,
            PRIMARY KEY (control, state)
        ) STRICT, WITHOUT ROWID;

        -- Numbers that only ever grow.
        CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        INSERT INTO counters (name, value) VALUES ('controlEvents', 0);

        """,
        // The products of a large catalog are in a file of this number (ContentFolder); 0: they are in product_chunks.
        // What numbered the events of controls numbers the changes of everything from now on. The newest change is the
        // greatest number in 'changes' and in the carts: a commit that writes a cart writes it there, so that the most
        // frequent of all has no page more to write.
        """
        ALTER TABLE catalogs ADD COLUMN content INTEGER NOT NULL DEFAULT 0;
        UPDATE counters SET name = 'changes' WHERE name = 'controlEvents';
        ALTER TABLE carts ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;

        """,
    ]
}
