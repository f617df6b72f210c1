import CartModel

/// Where a stream stands in the history of changes, as a value that knows no peer and makes no event.
///
/// It is all that a stream keeps of what has happened: a stream whose peer does not read falls behind, and out of the
/// history in the end, and costs nothing meanwhile.
struct StreamCursor: Sendable {
    /// What the stream has to be told next.
    enum Next {
        /// That it goes on after a change and nothing is missing.
        case resumed(Int64)
        /// That changes after one are lost to it, all of which come before the snapshot that follows.
        case resync(Int64)
        /// The part of all that is watched that comes behind a name; ``finishPage(last:)`` has to be called.
        case page(sequence: Int64, after: String?)
        /// A change.
        case change(Change)
    }

    private enum Place {
        case opening(from: Int64)
        /// All up to a change was told, but not rightly.
        case restarting(Int64)
        case beginning
        case paging(sequence: Int64, after: String?)
        /// All that matters up to a change was told.
        case following(Int64)
    }

    private var place: Place

    /// Creates a cursor.
    ///
    /// - Parameter sequence: The last change that the reader has seen; nil begins with everything.
    init(from sequence: Int64?) {
        place = sequence.map { .opening(from: $0) } ?? .beginning
    }

    /// Goes on.
    ///
    /// - Parameters:
    ///   - history: All of it is on disk.
    ///   - isAskedFor: Whether a change matters to the stream.
    /// - Returns: Nil where all has been told.
    mutating func next(in history: ChangeHistory, where isAskedFor: (Change) -> Bool) -> Next? {
        switch place {
        case .opening(let sequence):
            guard history.isComplete(after: sequence) else {
                place = .beginning
                return .resync(history.forgotten(near: sequence))
            }
            place = .following(sequence)
            return .resumed(sequence)
        case .restarting(let sequence):
            place = .beginning
            return .resync(sequence)
        case .beginning:
            place = .paging(sequence: history.newest, after: nil)
            return .page(sequence: history.newest, after: nil)
        case .paging(let sequence, let name):
            return .page(sequence: sequence, after: name)
        case .following(let sequence):
            let (changes, isIncomplete) = history.changes(after: sequence)
            guard !isIncomplete else {
                place = .beginning
                return .resync(history.forgotten(near: sequence))
            }
            guard let change = changes.first(where: isAskedFor) else {
                place = .following(history.newest)
                return nil
            }
            place = .following(change.sequence)
            return .change(change)
        }
    }

    /// Takes note of a page that was told.
    ///
    /// - Parameter name: The last name on it where there are more pages; nil was the last page. What has changed since the
    ///   first one follows it.
    mutating func finishPage(last name: String?) {
        if case .paging(let sequence, _) = place {
            place = name.map { .paging(sequence: sequence, after: $0) } ?? .following(sequence)
        }
    }

    /// Has a stream that was told everything begin again: what it was told has turned out otherwise, though nothing has
    /// changed that has a number.
    mutating func restart() {
        if case .following(let sequence) = place {
            place = .restarting(sequence)
        }
    }

    /// Takes note that nothing up to a change has mattered to a stream that had been told everything.
    mutating func skip(to sequence: Int64) {
        if case .following(let known) = place {
            place = .following(max(known, sequence))
        }
    }
}
