package import CartModel

/// All carts, catalogs and controls: in memory for reading, in an SQLite database for good.
///
/// A change is in memory at once and on disk with ``commit()``, which writes all changes since the last one in one
/// transaction or takes all of them back. Owned by one thread.
///
/// What a failed disk leaves: a commit that fails before its last record is complete in the log (every full disk) has
/// never been. Where the log was written but could not be synchronized, the complete record may still be in the file;
/// the store cuts it off at once, and refuses every further commit until that has worked. Only a process that is
/// killed, or a machine that stops, before the cut can find the refused change again, together with its idempotency
/// key, so that even then a repeated request is answered and not applied twice.
package final class ModelStore {
    /// A random name of this database, made with it: 32 hexadecimal digits.
    package let storeID: String

    /// The database; for tests that fill or damage it.
    package let database: Database
    let statements: Statements

    var cartEntries: [String: CartEntry] = [:]
    /// The names of the carts that differ from the database, in the order of their first change.
    var changedCarts: [String] = []
    var nextCartNumber: Int64 = 1
    /// All stored carts in the order of their names.
    var sortedCarts: [CartEntry] = []

    var catalogEntries: [String: CatalogEntry] = [:]
    var changedCatalogs: [String] = []
    /// The files of large catalogs.
    package let contents: ContentFolder
    /// Large catalogs on disk that are not in memory.
    var unloadedCatalogs = 0
    /// What is not needed any more and takes long to do away with.
    var waste: [StoreWaste.Item] = []
    var nextCatalogNumber: Int64 = 1
    /// Entries of removed catalogs that gave way in this turn.
    var forgottenCatalogs: [CatalogEntry] = []
    /// No catalog that was ever forgotten had a higher version, now and as it is on disk.
    var forgottenVersion: (now: Int64, saved: Int64) = (0, 0)

    var controlEntries: [String: ControlEntry] = [:]
    /// The names of the controls that differ from the database, in the order of their first change.
    var changedControls: [String] = []
    var nextControlNumber: Int64 = 1
    /// The names of all controls in order, once somebody has asked for them.
    var controlOrder: [String]?

    /// The newest changes of carts, catalogs and controls.
    package internal(set) var history = ChangeHistory()
    /// Whether the open transaction has the number of the newest change.
    var hasWrittenSequence = false

    /// Raised by every change of a catalog, its taking back included: who has computed something from a catalog can
    /// tell whether it still holds.
    package internal(set) var catalogGeneration: UInt64 = 0

    let options: StoreOptions
    let answers: AnswerLog

    /// Whether the log may end in a complete record of a commit that was refused.
    var logIsSuspect = false

    /// Opens the store in a folder, making both where they are missing.
    ///
    /// - Throws: `storageFailure` where the folder cannot be used, another cartd has it open, or the database is
    ///   damaged, newer or not ours; the file is then left as it is.
    package convenience init(stateDirectory: String) throws(CartError) {
        try self.init(stateDirectory: stateDirectory, options: StoreOptions())
    }

    /// Opens the store with other than the usual options.
    ///
    /// - Throws: `storageFailure`, as ``init(stateDirectory:)``.
    package init(stateDirectory: String, options: StoreOptions) throws(CartError) {
        try StateDirectory.make(stateDirectory)
        let lock = try FileLock(
            path: stateDirectory + "/cartd.lock",
            directory: stateDirectory,
            wait: options.lockWait
        )
        let database = try Database(path: stateDirectory + "/cartd.sqlite", fileLayer: options.fileLayer, lock: lock)
        let isUpdating = try Schema.open(database)
        self.database = database
        statements = try Statements(database)
        storeID = try Self.readStoreID(database)
        self.options = options
        answers = AnswerLog(options: options)
        contents = ContentFolder(stateDirectory: stateDirectory)
        try loadCatalogNames()
        try loadCarts()
        try loadControls()
        try loadHistory()
        if isUpdating {
            try database.execute("COMMIT", doing: "updating")
        }
        database.checkpointsOnClose(true)
        countCatalogs()
        findAbandonedContents()
    }

    private static func readStoreID(_ database: Database) throws(CartError) -> String {
        let statement = try database.prepare("SELECT value FROM meta WHERE name = 'storeID'")
        guard try statement.step() else {
            throw .damaged(database.path, "its identity is missing")
        }
        return try statement.text(at: 0)
    }
}
