/// The newest changes of the store, numbered one by one.
///
/// A bounded memory: who asks for more than is kept is told so. What was appended since the last ``commit()`` can be taken
/// back.
package struct ChangeHistory: Sendable {
    /// How many changes are kept at most.
    package static let defaultCount = 4096
    /// About how many bytes the kept changes take at most.
    package static let defaultBytes = 512 << 10

    /// The number of the newest change, or 0.
    package private(set) var newest: Int64
    /// The number of the newest change that cannot be taken back.
    package private(set) var committed: Int64
    /// About how many bytes the changes take that can be taken back.
    package private(set) var uncommittedBytes = 0

    private let countLimit: Int
    private let byteLimit: Int
    private var kept: [Change] = []
    private var bytes = 0

    /// Creates a history that has forgotten all changes up to one.
    ///
    /// - Parameters:
    ///   - newest: The number of that change.
    ///   - count: How many changes are kept at most.
    ///   - bytes: About how many bytes they take at most; the newest is kept, however large it is.
    package init(
        newest: Int64 = 0,
        count: Int = ChangeHistory.defaultCount,
        bytes: Int = ChangeHistory.defaultBytes
    ) {
        self.newest = newest
        committed = newest
        countLimit = max(1, count)
        byteLimit = max(1, bytes)
    }

    /// Whether there are changes that can be taken back.
    package var hasUncommitted: Bool { newest != committed }

    /// Whether so much can be taken back that the changes before it are about to be forgotten.
    package var isFilledByUncommitted: Bool {
        uncommittedBytes > byteLimit / 2 || newest - committed > Int64(countLimit / 2)
    }

    /// The number of the newest change that is not kept any more, or 0.
    package var forgotten: Int64 { newest - Int64(kept.count) }

    /// Takes note of a change.
    ///
    /// - Returns: Its number.
    @discardableResult
    package mutating func append(_ subject: Change.Subject) -> Int64 {
        newest += 1
        kept.append(Change(sequence: newest, subject: subject))
        let size = subject.size
        bytes += size
        uncommittedBytes += size
        if kept.count > countLimit || bytes > byteLimit {
            forgetOldest()
        }
        return newest
    }

    /// Makes what was appended final.
    package mutating func commit() {
        committed = newest
        uncommittedBytes = 0
    }

    /// Takes back what was appended since the last ``commit()``.
    package mutating func rollback() {
        guard hasUncommitted else {
            return
        }
        let count = min(kept.count, Int(clamping: newest - committed))
        bytes -= kept.suffix(count).reduce(0) { $0 + $1.subject.size }
        kept.removeLast(count)
        newest = committed
        uncommittedBytes = 0
    }

    /// Whether everything after a change is kept.
    ///
    /// - Parameter sequence: One that has not happened is of another history, so that all of this one is unknown to
    ///   whoever names it.
    package func isComplete(after sequence: Int64) -> Bool {
        sequence >= forgotten && sequence <= newest
    }

    /// The number that is told in place of one that ``isComplete(after:)`` refuses.
    ///
    /// It is that number where it has happened, so that what a reader is told rises; never one after which everything is
    /// kept, as long as there is one, so that who names it in turn is refused too.
    package func forgotten(near sequence: Int64) -> Int64 {
        max(0, min(sequence, forgotten - 1))
    }

    /// The kept changes after a number, in order, and whether some after it are lost.
    ///
    /// - Parameter sequence: The newest change that the caller knows; nil is what is kept.
    package func changes(after sequence: Int64?) -> (changes: ArraySlice<Change>, isIncomplete: Bool) {
        guard let sequence else {
            return (kept[...], false)
        }
        guard isComplete(after: sequence) else {
            return (kept[...], true)
        }
        return (kept.dropFirst(Int(clamping: sequence - forgotten)), false)
    }

    /// A quarter of what may be kept at once, so that one change costs next to nothing.
    private mutating func forgetOldest() {
        var count = 0
        while count < kept.count - 1,
            kept.count - count > countLimit - countLimit / 4 || bytes > byteLimit - byteLimit / 4
        {
            bytes -= kept[count].subject.size
            count += 1
        }
        kept.removeFirst(count)
    }
}
