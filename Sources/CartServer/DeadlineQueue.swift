import Systemd

/// Numbers in the order of the moments at which they are due: a binary heap.
struct DeadlineQueue {
    /// A number and when it is due.
    struct Entry {
        let moment: MonotonicInstant
        let number: UInt64
    }

    private var entries: [Entry] = []

    /// How many there are.
    var count: Int { entries.count }

    /// The one that is due first.
    var first: Entry? { entries.first }

    /// Takes a number in.
    mutating func insert(_ number: UInt64, at moment: MonotonicInstant) {
        entries.append(Entry(moment: moment, number: number))
        rise(from: entries.count - 1)
    }

    /// Takes out the one that is due first.
    mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else {
            return
        }
        entries[0] = last
        sink(from: 0)
    }

    /// Takes out all numbers for which a function says so.
    mutating func removeAll(where isGone: (UInt64) -> Bool) {
        entries.removeAll { isGone($0.number) }
        for index in entries.indices.prefix(entries.count / 2).reversed() {
            sink(from: index)
        }
    }

    private mutating func rise(from start: Int) {
        var index = start
        while index > 0, entries[index].moment < entries[(index - 1) / 2].moment {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink(from start: Int) {
        var index = start
        while true {
            var first = index
            for child in (2 * index + 1)...(2 * index + 2)
            where child < entries.count && entries[child].moment < entries[first].moment {
                first = child
            }
            guard first != index else {
                return
            }
            entries.swapAt(index, first)
            index = first
        }
    }
}
