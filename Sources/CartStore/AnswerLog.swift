import CartModel

/// What memory knows of the recorded answers: those of this turn whole, of all others just where they are.
///
/// An answer on disk is found by a hash of its key and then told by the key itself, so that a million keys cost some
/// twenty megabytes here, and a lookup of a new key never reads the disk.
///
/// The rows of the table are numbered in the order of their times. Those up to ``retired`` are too old to be found and
/// may be deleted; those up to ``deleted`` are gone.
final class AnswerLog {
    /// The answers that are not on disk yet.
    private(set) var pending: [IdempotencyKey: RecordedAnswer] = [:]
    private(set) var pendingOrder: [IdempotencyKey] = []

    private(set) var isLoaded = false
    /// The newest row, 0 for none.
    private(set) var newest: Int64 = 0
    private(set) var retired: Int64 = 0
    private(set) var deleted: Int64 = 0
    /// When the first row that is not retired was given, where that is known.
    private var oldestTime: Int64?
    /// Whether some rows carry a time that is still to come, because the wall clock was set back since.
    var hasFutureTimes = false

    private var table = AnswerTable()
    private(set) var usage = AnswerUsage()

    private let options: StoreOptions
    private var newestAtLoading: Int64 = 0
    private let timeAtLoading: Int64
    private let steadyAtLoading: Int64

    init(options: StoreOptions) {
        self.options = options
        timeAtLoading = options.wallClock()
        steadyAtLoading = options.steadyClock()
    }

    /// Seconds since 1970 by the wall clock as it was when the store was opened, counted on by the steady clock: a wall
    /// clock that is set while the store is open neither deletes answers nor keeps them.
    var now: Int64 { timeAtLoading + max(0, options.steadyClock() - steadyAtLoading) }

    /// Answers of this time or an older one may go.
    var expiry: Int64 { now - options.answerSeconds }

    /// Whether there may be a row to retire; false costs nothing.
    var mayRetire: Bool { table.count > 0 && oldestTime ?? Int64.min <= expiry }

    /// Whether the first row that is not retired is too old, by the time that it was given.
    ///
    /// One that seems to come from the future was there when the log was loaded.
    func isExpired(_ row: Int64, stamped time: Int64) -> Bool {
        let time = row <= newestAtLoading ? min(time, timeAtLoading) : time
        // A row of this turn is not on disk yet.
        guard row <= newest, time <= expiry else {
            oldestTime = row <= newest ? time : nil
            return false
        }
        return true
    }

    /// Whether an owner may record one more now.
    func hasRoom(for owner: UInt32) -> Bool {
        usage.limit(of: owner, count: options.answerCount, bytes: options.answerBytes) == nil
    }

    /// Why an owner may record no more now, or nil.
    func refusal(of owner: UInt32) -> CartError? {
        guard let limit = usage.limit(of: owner, count: options.answerCount, bytes: options.answerBytes) else {
            return nil
        }
        return .overloaded(
            limit.name,
            used: limit.used,
            allowed: limit.allowed,
            "the user \(owner) has made so many changes with an idempotency key in the last \(options.answerSeconds) "
                + "seconds that no more answers can be kept; try again later, or without a key"
        )
    }

    func record(_ answer: RecordedAnswer, for key: IdempotencyKey) {
        if let other = pending.updateValue(answer, forKey: key) {
            usage.remove(AnswerBatch.size(of: other, for: key), of: key.owner)
        } else {
            pendingOrder.append(key)
        }
        usage.add(AnswerBatch.size(of: answer, for: key), of: key.owner)
    }

    /// Takes back the answers of this turn.
    func dropPending() {
        for (key, answer) in pending {
            usage.remove(AnswerBatch.size(of: answer, for: key), of: key.owner)
        }
        forgetPending()
    }

    private func forgetPending() {
        pending.removeAll(keepingCapacity: true)
        pendingOrder.removeAll(keepingCapacity: true)
    }

    /// Begins loading: all rows up to one are retired.
    func beginLoading(retired: Int64) {
        self.retired = retired
        newest = retired
    }

    /// Takes note of an answer of the next row that is not retired.
    func load(_ entry: AnswerDirectory.Entry, at place: UInt32, of row: Int64) {
        table.insert(Self.location(place, of: row), hash: hash(of: entry))
        usage.add(entry.size, of: entry.owner)
    }

    func setNewest(_ row: Int64) {
        newest = row
    }

    /// Ends loading, after every row was added.
    func finishLoading(hasFutureTimes: Bool) {
        newestAtLoading = newest
        self.hasFutureTimes = hasFutureTimes
        isLoaded = true
    }

    /// Forgets a half-done loading.
    func abandonLoading() {
        table = AnswerTable()
        usage = AnswerUsage()
        newest = 0
        retired = 0
        for (key, answer) in pending {
            usage.add(AnswerBatch.size(of: answer, for: key), of: key.owner)
        }
    }

    /// Where the answer for a key may be, the newest first.
    func locations(of key: IdempotencyKey) -> [(row: Int64, place: Int)] {
        let hash = key.key.withUTF8Bytes { options.fingerprint(key.owner, $0) }
        return table.locations(of: hash)
            .map { (row(of: $0.batch), Int($0.place)) }
            .sorted { $0 > $1 }
    }

    /// The number of a row by its low half: no row is further back than that counts.
    private func row(of low: UInt32) -> Int64 {
        newest - Int64(UInt32(truncatingIfNeeded: newest) &- low)
    }

    /// Takes note of what is on disk now: new rows with the hashes of their keys, and which rows are gone.
    func finishCommit(added: [(row: Int64, hashes: [UInt32])], deleted: Int64) {
        for (row, hashes) in added {
            insert(row, hashes)
        }
        self.deleted = deleted
        hasFutureTimes = false
        // Their bytes were counted when they were recorded.
        forgetPending()
    }

    private func insert(_ row: Int64, _ hashes: [UInt32]) {
        for (place, hash) in hashes.enumerated() {
            table.insert(Self.location(UInt32(truncatingIfNeeded: place), of: row), hash: hash)
        }
        newest = row
    }

    /// Forgets an answer of the oldest row that is not retired.
    func retire(_ entry: AnswerDirectory.Entry, at place: UInt32, of row: Int64) {
        if table.remove(Self.location(place, of: row), hash: hash(of: entry)) {
            usage.remove(entry.size, of: entry.owner)
        }
    }

    func setRetired(_ row: Int64) {
        retired = row
        oldestTime = nil
    }

    private static func location(_ place: UInt32, of row: Int64) -> AnswerTable.Location {
        AnswerTable.Location(batch: UInt32(truncatingIfNeeded: row), place: place)
    }

    /// The hash of a key that stands in a directory.
    func hash(of entry: AnswerDirectory.Entry) -> UInt32 {
        options.fingerprint(entry.owner, entry.key)
    }
}
