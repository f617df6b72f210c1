/// Finds recorded answers by a hash of their keys: twelve bytes each, in a table with open addressing.
///
/// It tells candidates only; whether one is the answer of a key, the directory on disk says. Every hash that was put in
/// may be there any number of times.
struct AnswerTable {
    /// Where an answer is: the row, by the low half of its number, and the place in the row's directory.
    struct Location: Hashable {
        let batch: UInt32
        let place: UInt32
    }

    private struct Slot {
        let hash: UInt32
        let batch: UInt32
        /// ``free`` for no answer.
        let place: UInt32

        static let free = UInt32.max
        static let empty = Slot(hash: 0, batch: 0, place: free)
        var isEmpty: Bool { place == Self.free }
    }

    /// Never full, so that every search ends.
    private var slots = [Slot](repeating: .empty, count: smallest)
    /// The number of answers.
    private(set) var count = 0

    private static let smallest = 64

    /// Bytes of memory that the table takes.
    var memory: Int { slots.count * MemoryLayout<Slot>.stride }

    /// Where the answers of a hash are, in no order.
    func locations(of hash: UInt32) -> [Location] {
        var found: [Location] = []
        var index = home(of: hash)
        while !slots[index].isEmpty {
            if slots[index].hash == hash {
                found.append(Location(batch: slots[index].batch, place: slots[index].place))
            }
            index = slot(after: index)
        }
        return found
    }

    mutating func insert(_ location: Location, hash: UInt32) {
        if (count + 1) * 5 > slots.count * 4 {
            resize(to: slots.count / 2 * 3)
        }
        place(Slot(hash: hash, batch: location.batch, place: location.place))
        count += 1
    }

    /// Takes an answer out.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    mutating func remove(_ location: Location, hash: UInt32) -> Bool {
        var hole = home(of: hash)
        while slots[hole].batch != location.batch || slots[hole].place != location.place || slots[hole].hash != hash {
            guard !slots[hole].isEmpty else {
                return false
            }
            hole = slot(after: hole)
        }
        // Close the gap: whatever follows moves into it, unless it would come to stand before its home.
        var index = slot(after: hole)
        while !slots[index].isEmpty {
            if distance(from: home(of: slots[index].hash), to: index) >= distance(from: hole, to: index) {
                slots[hole] = slots[index]
                hole = index
            }
            index = slot(after: index)
        }
        slots[hole] = .empty
        count -= 1
        if slots.count > Self.smallest, count * 6 < slots.count {
            resize(to: max(Self.smallest, count * 2))
        }
        return true
    }

    private mutating func resize(to size: Int) {
        let old = slots
        slots = [Slot](repeating: .empty, count: size)
        for slot in old where !slot.isEmpty {
            place(slot)
        }
    }

    private mutating func place(_ new: Slot) {
        var index = home(of: new.hash)
        while !slots[index].isEmpty {
            index = slot(after: index)
        }
        slots[index] = new
    }

    /// The slot where the search for a hash begins: the hashes spread evenly over any number of slots.
    private func home(of hash: UInt32) -> Int {
        Int(truncatingIfNeeded: (UInt64(hash) * UInt64(slots.count)) >> 32)
    }

    private func slot(after index: Int) -> Int {
        index + 1 == slots.count ? 0 : index + 1
    }

    private func distance(from start: Int, to end: Int) -> Int {
        end >= start ? end - start : end - start + slots.count
    }
}
