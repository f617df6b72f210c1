import CartModel

/// What memory knows of the recorded answers: those of this turn whole, of all others just where they are.
///
/// An answer on disk is found by a hash of its key and then told by the key itself, so that a quarter of a million keys
/// cost some megabytes here and a lookup of a new key never reads the disk.
final class AnswerLog {
    /// Where an answer is: the row, and the place in its directory.
    struct Location: Hashable {
        let batch: Int64
        let place: Int32
    }

    /// A row of the table.
    struct Batch {
        let number: Int64
        /// Seconds on the clock of ``now``.
        let time: Int64
        let entries: [AnswerBatch.Entry]
    }

    /// The answers that are not on disk yet.
    private(set) var pending: [IdempotencyKey: RecordedAnswer] = [:]
    private(set) var pendingOrder: [IdempotencyKey] = []

    private(set) var isLoaded = false
    /// The number of answers on disk.
    private(set) var count = 0
    /// The newest row, 0 for none.
    private(set) var newest: Int64 = 0
    /// The oldest row.
    private(set) var oldest: Batch?
    /// Whether some rows carry a time that is still to come, because the wall clock was set back since.
    var hasFutureTimes = false

    private var places: [Int: Location] = [:]
    /// The keys whose hash another key, or an older answer of their own, has taken.
    private var collided: [IdempotencyKey: Location] = [:]

    private let options: StoreOptions
    private var timeAtLoading: Int64 = 0
    private var steadyAtLoading: Int64 = 0

    init(options: StoreOptions) {
        self.options = options
    }

    /// Seconds since 1970 by the wall clock as it was when the log was loaded, counted on by the steady clock: a wall
    /// clock that is set while the store is open neither deletes answers nor keeps them.
    var now: Int64 { timeAtLoading + max(0, options.steadyClock() - steadyAtLoading) }

    /// The rows with this time or an older one may go.
    var expiry: Int64 { now - options.answerSeconds }

    /// How many answers are too many on disk after so many more.
    func surplus(adding more: Int) -> Int { max(0, count + more - options.answerCount) }

    func record(_ answer: RecordedAnswer, for key: IdempotencyKey) {
        if pending.updateValue(answer, forKey: key) == nil {
            pendingOrder.append(key)
        }
    }

    func forgetPending() {
        pending.removeAll(keepingCapacity: true)
        pendingOrder.removeAll(keepingCapacity: true)
    }

    /// Ends loading, after every row was added.
    func finishLoading(newestTime: Int64?) {
        timeAtLoading = options.wallClock()
        steadyAtLoading = options.steadyClock()
        hasFutureTimes = newestTime.map { $0 > timeAtLoading } ?? false
        isLoaded = true
    }

    /// Forgets a half-done loading.
    func abandonLoading() {
        places = [:]
        collided = [:]
        count = 0
        newest = 0
        oldest = nil
    }

    /// Where the answer for a key may be; whether it is there, its directory says.
    func location(of key: IdempotencyKey) -> Location? {
        collided[key] ?? places[options.fingerprint(key)]
    }

    /// Takes note of a row that is on disk now.
    func add(_ batch: Batch) {
        for (place, entry) in batch.entries.enumerated() {
            let location = Location(batch: batch.number, place: Int32(truncatingIfNeeded: place))
            let hash = options.fingerprint(entry.key)
            if places[hash] == nil {
                places[hash] = location
            } else {
                collided[entry.key] = location
            }
        }
        count += batch.entries.count
        newest = batch.number
        if oldest == nil {
            oldest = batch
        }
    }

    /// Takes note of a row that is gone from the disk.
    func remove(_ batch: Batch) {
        for entry in batch.entries {
            let hash = options.fingerprint(entry.key)
            if places[hash]?.batch == batch.number {
                places[hash] = nil
            }
            if collided[entry.key]?.batch == batch.number {
                collided[entry.key] = nil
            }
        }
        count -= batch.entries.count
    }

    func setOldest(_ batch: Batch?) {
        oldest = batch
    }
}
