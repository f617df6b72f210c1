import CartProtocol
import Systemd

/// A call that waits for a large catalog to be read into memory.
struct WaitingCall {
    let peer: Peer
    let envelope: RequestEnvelope
    /// When it is given up.
    let deadline: MonotonicInstant?
}

/// The calls that wait for catalogs: first until the catalog has been read, then for their turn, in the order they came.
///
/// Taking one in or out costs the same however many wait.
struct WaitingCalls {
    private var calls: [UInt64: WaitingCall] = [:]
    private var newest: UInt64 = 0
    /// The calls for each catalog that is being read, by number; some may be gone.
    private var unread: [String: [UInt64]] = [:]
    /// The calls whose catalogs have been read, the next one last; some may be gone.
    private var ready: [UInt64] = []
    /// Those behind them, the next one first.
    private var readyLater: [UInt64] = []
    private var deadlines = DeadlineQueue()

    /// When the first call is given up; nil is never.
    var earliestDeadline: MonotonicInstant? { deadlines.first?.moment }

    /// Whether the catalog of some call has been read.
    var hasReady: Bool { !ready.isEmpty || !readyLater.isEmpty }

    /// Takes in a call for a catalog that is to be read.
    ///
    /// - Returns: The number of the call, and whether it is the first one since the catalog was read the last time.
    mutating func insert(_ call: WaitingCall, for catalog: String) -> (number: UInt64, isFirst: Bool) {
        let number = keep(call)
        guard var numbers = unread[catalog] else {
            unread[catalog] = [number]
            return (number, true)
        }
        unread[catalog] = nil
        numbers.append(number)
        Self.dropGone(from: &numbers, keeping: calls)
        unread[catalog] = numbers
        return (number, false)
    }

    /// Takes in a call for a catalog that is in memory, behind those that wait for their turn.
    ///
    /// - Returns: The number of the call.
    mutating func insertReady(_ call: WaitingCall) -> UInt64 {
        let number = keep(call)
        readyLater.append(number)
        Self.dropGone(from: &readyLater, keeping: calls)
        return number
    }

    /// Takes a call out.
    mutating func remove(_ number: UInt64) {
        calls[number] = nil
        while let first = deadlines.first, calls[first.number] == nil {
            deadlines.removeFirst()
        }
    }

    /// Takes note that a catalog has been read, well or not.
    mutating func makeReady(_ catalog: String) {
        readyLater += unread.removeValue(forKey: catalog) ?? []
    }

    /// Takes out the next call whose catalog has been read.
    mutating func takeReady() -> WaitingCall? {
        while hasReady {
            if ready.isEmpty {
                ready = readyLater.reversed()
                readyLater.removeAll()
            }
            if let number = ready.popLast(), let call = calls[number] {
                remove(number)
                return call
            }
        }
        return nil
    }

    /// Takes out the calls whose time has passed.
    mutating func takeLate(at now: MonotonicInstant) -> [WaitingCall] {
        var late: [WaitingCall] = []
        while let first = deadlines.first, first.moment <= now {
            if let call = calls[first.number] {
                late.append(call)
            }
            remove(first.number)
        }
        return late
    }

    private mutating func keep(_ call: WaitingCall) -> UInt64 {
        newest += 1
        calls[newest] = call
        if let deadline = call.deadline {
            deadlines.insert(newest, at: deadline)
            if deadlines.count > Self.slack + 2 * calls.count {
                deadlines.removeAll { calls[$0] == nil }
            }
        }
        return newest
    }

    /// Forgets the numbers of calls that were taken out, once they are the most.
    private static func dropGone(from numbers: inout [UInt64], keeping calls: [UInt64: WaitingCall]) {
        if numbers.count > slack + 2 * calls.count {
            numbers.removeAll { calls[$0] == nil }
        }
    }

    /// How many numbers may be left behind without a look.
    private static var slack: Int { 64 }
}
