import CartProtocol

/// How far a stream has been read, from which follows where it goes on after it was interrupted.
package struct StreamPosition: Sendable {
    private enum Progress {
        /// Nothing has come.
        case nothing
        /// A part of a snapshot, or the word that one follows.
        case partly
        /// All up to this change.
        case upTo(Int64)
    }

    /// A number that no daemon has in its history: it answers with `resync` and a snapshot.
    private static let unknown: Int64 = -1

    private let first: Int64?
    private var progress = Progress.nothing
    /// The number of the first page of the snapshot that is being read: what happens while the others come is told after
    /// the last of them.
    private var snapshot: Int64?

    /// The number of the last event that was passed on, else the one to begin after; 0 where there is neither.
    package private(set) var lastTold: Int64

    /// Begins.
    ///
    /// - Parameter first: The `from` that the caller asked for.
    package init(first: Int64?) {
        self.first = first
        lastTold = first ?? 0
    }

    /// What to ask for as `from` to go on.
    ///
    /// A snapshot that was interrupted is begun anew, and its reader told so by `resync`.
    package var from: Int64? {
        switch progress {
        case .nothing: first
        case .partly: Self.unknown
        case .upTo(let sequence): sequence
        }
    }

    /// Notes that the numbers so far mean nothing any more; a stream of which nothing has come begins as it was asked for.
    package mutating func forget() {
        guard case .upTo = progress else { return }
        progress = .partly
        snapshot = nil
    }

    /// Notes an event.
    ///
    /// - Returns: Whether it is to be passed on: not the word that a stream goes on of which the reader knew no interruption, and
    ///   no change for the second time.
    package mutating func take(_ event: some StreamEvent) -> Bool {
        let isNews = advance(over: event)
        if isNews { lastTold = event.sequence }
        return isNews
    }

    private mutating func advance(over event: some StreamEvent) -> Bool {
        switch event.kind {
        case .resumed:
            guard case .nothing = progress else { return false }
            progress = .upTo(first ?? event.sequence)
        case .resync:
            progress = .partly
            snapshot = nil
        case .snapshot:
            let beginning = snapshot ?? event.sequence
            let isWhole = event.more != true
            snapshot = isWhole ? nil : beginning
            progress = isWhole ? .upTo(beginning) : .partly
        default:
            switch progress {
            case .nothing: progress = .upTo(event.sequence)
            case .partly: break
            case .upTo(let last):
                guard event.sequence > last else { return false }
                progress = .upTo(event.sequence)
            }
        }
        return true
    }
}
