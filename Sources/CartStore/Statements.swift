import CartModel

/// Every statement of the hot paths, prepared once.
struct Statements {
    let begin: Statement
    let commit: Statement
    let rollback: Statement

    let insertCart: Statement
    let updateCart: Statement
    let putLine: Statement
    let updateQuantity: Statement
    let deleteLines: Statement

    let putCatalog: Statement
    let deleteCatalog: Statement
    let putForgottenVersion: Statement
    let deleteGroups: Statement
    let deleteProducts: Statement
    let insertGroup: Statement
    let insertProducts: Statement
    let selectGroups: Statement
    let selectProducts: Statement

    let putControl: Statement
    let deleteControl: Statement
    let insertControlValues: Statement
    let deleteControlValues: Statement
    let updateSequence: Statement

    let insertAnswers: Statement
    let deleteAnswers: Statement
    let selectBatch: Statement
    let selectBatchSizes: Statement
    let selectBatches: Statement
    let selectNewestBatch: Statement
    let restampAnswers: Statement

    init(_ database: Database) throws(CartError) {
        begin = try database.prepare("BEGIN IMMEDIATE")
        commit = try database.prepare("COMMIT")
        rollback = try database.prepare("ROLLBACK")

        insertCart = try database.prepare(
            "INSERT INTO carts (catalog, capacity, version, number, sequence, name) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        )
        updateCart = try database.prepare(
            "UPDATE carts SET catalog = ?1, capacity = ?2, version = ?3, sequence = ?5 WHERE number = ?4"
        )
        putLine = try database.prepare(
            "INSERT OR REPLACE INTO lines (cart, position, id, name, icon, quantity) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        )
        updateQuantity = try database.prepare("UPDATE lines SET quantity = ?3 WHERE cart = ?1 AND position = ?2")
        deleteLines = try database.prepare("DELETE FROM lines WHERE cart = ?1 AND position >= ?2")

        putCatalog = try database.prepare(
            """
            INSERT INTO catalogs (number, name, version, group_count, product_count, removed, content)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (number) DO UPDATE SET version = excluded.version, group_count = excluded.group_count,
                product_count = excluded.product_count, removed = excluded.removed, content = excluded.content
            """
        )
        deleteCatalog = try database.prepare("DELETE FROM catalogs WHERE number = ?1")
        putForgottenVersion = try database.prepare(
            "INSERT OR REPLACE INTO meta (name, value) VALUES ('forgottenVersion', ?1)"
        )
        deleteGroups = try database.prepare("DELETE FROM product_groups WHERE catalog = ?1")
        deleteProducts = try database.prepare("DELETE FROM product_chunks WHERE catalog = ?1")
        insertGroup = try database.prepare(
            "INSERT INTO product_groups (catalog, position, title, product_count) VALUES (?1, ?2, ?3, ?4)"
        )
        insertProducts = try database.prepare("INSERT INTO product_chunks (catalog, products) VALUES (?1, ?2)")
        selectGroups = try database.prepare(
            "SELECT title, product_count FROM product_groups WHERE catalog = ?1 ORDER BY position"
        )
        selectProducts = try database.prepare(
            "SELECT products FROM product_chunks WHERE catalog = ?1 ORDER BY number"
        )

        putControl = try database.prepare(
            """
            INSERT INTO controls (number, name, version, state, spacing, horizontal, vertical)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (number) DO UPDATE SET version = excluded.version, state = excluded.state,
                spacing = excluded.spacing, horizontal = excluded.horizontal, vertical = excluded.vertical
            """
        )
        deleteControl = try database.prepare("DELETE FROM controls WHERE number = ?1")
        insertControlValues = try database.prepare(
            "INSERT INTO control_values (control, state, title, color, image) VALUES (?1, ?2, ?3, ?4, ?5)"
        )
        deleteControlValues = try database.prepare("DELETE FROM control_values WHERE control = ?1")
        updateSequence = try database.prepare("UPDATE counters SET value = ?1 WHERE name = 'changes'")

        insertAnswers = try database.prepare(
            "INSERT INTO answers (batch, time, directory, bodies) VALUES (?1, ?2, ?3, ?4)"
        )
        deleteAnswers = try database.prepare("DELETE FROM answers WHERE batch > ?1 AND batch <= ?2")
        selectBatch = try database.prepare("SELECT directory, bodies FROM answers WHERE batch = ?1")
        selectBatches = try database.prepare(
            "SELECT batch, time, directory FROM answers WHERE batch > ?1 ORDER BY batch"
        )
        selectNewestBatch = try database.prepare("SELECT batch, time FROM answers ORDER BY batch DESC LIMIT 1")
        selectBatchSizes = try database.prepare(
            """
            SELECT batch, length(directory) + length(bodies) FROM answers WHERE batch > ?1 AND batch <= ?2 ORDER BY batch
            """
        )
        restampAnswers = try database.prepare("UPDATE answers SET time = ?1 WHERE time > ?1")
    }
}
