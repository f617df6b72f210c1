/// The requests of one connection that are answered later than in their turn: imports whose files are being read, calls
/// that need a catalog that is being read, and streams.
struct PendingRequests {
    /// What a request waits for.
    enum Wait {
        /// The file of an import to be read, by the job's number.
        case importing(UInt64)
        /// A catalog to be read into memory, by the number of the call among all that wait for one.
        case loading(UInt64)
        /// Whatever there is to tell.
        case streaming(EventStream)
    }

    private var waits: [UInt64: Wait] = [:]
    /// How many imports there are.
    private(set) var imports = 0
    /// How many calls wait for a catalog.
    private(set) var loads = 0
    /// How many streams there are.
    private(set) var streams = 0

    /// Whether there are none.
    var isEmpty: Bool { waits.isEmpty }

    /// What the request of an id waits for, or nil.
    subscript(id: UInt64) -> Wait? { waits[id] }

    /// Takes a request in, whose id no other one has.
    mutating func insert(_ wait: Wait, for id: UInt64) {
        waits[id] = wait
        count(wait, 1)
    }

    /// Takes a request out.
    @discardableResult
    mutating func remove(_ id: UInt64) -> Wait? {
        guard let wait = waits.removeValue(forKey: id) else {
            return nil
        }
        count(wait, -1)
        return wait
    }

    /// Takes all requests out.
    mutating func removeAll() -> [UInt64: Wait] {
        defer { self = PendingRequests() }
        return waits
    }

    private mutating func count(_ wait: Wait, _ step: Int) {
        switch wait {
        case .importing: imports += step
        case .loading: loads += step
        case .streaming: streams += step
        }
    }
}
