/// The keys of one map by their hashes: eight bytes a slot, up to five slots for two keys, whatever the keys are.
///
/// The hash is seeded anew in every process (`Hasher`), so nobody can make up keys that collide.
struct CBORKeyTable {
    private struct Slot: BitwiseCopyable {
        /// The lower half of the key's hash; the upper one chooses the place.
        var hash: UInt32
        /// The tape's entry of the key; 0, which no key can be, for a free slot.
        var key: UInt32
    }

    private var slots: [Slot]
    private let mask: Int

    /// An empty table with room for so many keys: a fifth of the slots stays free, at least one.
    init(capacity: Int) {
        let least = capacity + capacity / 4 + 1
        let count = 1 << (Int.bitWidth - (least - 1).leadingZeroBitCount)
        slots = [Slot](repeating: Slot(hash: 0, key: 0), count: count)
        mask = count - 1
    }

    /// The key with that hash which is the one that is looked for, or nil.
    func find(_ hash: Int, isKey: (Int) throws(CBORFault) -> Bool) throws(CBORFault) -> Int? {
        let slot = slots[try place(of: hash, isKey: isKey)]
        return slot.key == 0 ? nil : Int(slot.key)
    }

    /// Adds a key.
    ///
    /// - Returns: False, and nothing is changed, where the same key is there already.
    mutating func insert(
        _ key: Int,
        hash: Int,
        isSame: (Int) throws(CBORFault) -> Bool
    ) throws(CBORFault) -> Bool {
        let place = try place(of: hash, isKey: isSame)
        guard slots[place].key == 0 else { return false }
        slots[place] = Slot(hash: UInt32(truncatingIfNeeded: hash), key: UInt32(truncatingIfNeeded: key))
        return true
    }

    /// Where the key is, or the free slot where it would be.
    @inline(__always)
    private func place(of hash: Int, isKey: (Int) throws(CBORFault) -> Bool) throws(CBORFault) -> Int {
        let short = UInt32(truncatingIfNeeded: hash)
        var place = hash >> 32 & mask
        while slots[place].key != 0 {
            if slots[place].hash == short, try isKey(Int(slots[place].key)) { break }
            place = (place + 1) & mask
        }
        return place
    }
}
