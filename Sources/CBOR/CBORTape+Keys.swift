extension CBORTape {
    /// Refuses a map in which a key comes twice.
    ///
    /// Keys in ascending order and shortest spelling, which is what a deterministic encoder sends, are settled by
    /// comparing neighbours, without memory.
    ///
    /// - Parameter keyBudget: A key that holds a map whose key holds a map, and so on, is written out once a level. The
    ///   budget stops an input that is made to exploit this.
    /// - Returns: Whether the map may have integer keys.
    func checkKeys(ofMap map: Int, keyBudget: inout Int) throws(CBORFault) -> Bool {
        var isAscending = true
        var isPlain = true
        var hasIntegers = false
        var previous: UnsafeRawBufferPointer?
        var key = map + 2
        while key < count {
            guard let plain = try plainKey(key) else {
                isPlain = false
                hasIntegers = true
                break
            }
            if plain[0] < 0x40 { hasIntegers = true }
            if let previous, compareBytes(previous, plain) >= 0 { isAscending = false }
            previous = plain
            key = next(next(key))
        }
        if isPlain && isAscending { return hasIntegers }
        let keys = keyCount(ofMap: map, end: count)
        if isPlain && keys <= 8 {
            try checkFewPlainKeys(ofMap: map)
        } else {
            try checkManyKeys(keys, ofMap: map, budget: &keyBudget)
        }
        return hasIntegers
    }

    /// Compares each with each, which for a few is faster than a table and needs no memory.
    private func checkFewPlainKeys(ofMap map: Int) throws(CBORFault) {
        var key = map + 2
        while key < count {
            var other = next(next(key))
            while other < count {
                if let left = try plainKey(key), let right = try plainKey(other), compareBytes(left, right) == 0 {
                    throw CBORFault(.duplicateKey, at: offset(other))
                }
                other = next(next(other))
            }
            key = next(next(key))
        }
    }

    private func checkManyKeys(_ keys: Int, ofMap map: Int, budget: inout Int) throws(CBORFault) {
        var table = CBORKeyTable(capacity: keys)
        var key = map + 2
        while key < count {
            let hash = try hash(ofKey: key, budget: &budget)
            let isNew = try table.insert(key, hash: hash) { other throws(CBORFault) in try isSameKey(key, other) }
            guard isNew else { throw CBORFault(.duplicateKey, at: offset(key)) }
            key = next(next(key))
        }
    }

    /// The number of keys between a map's head and an entry.
    func keyCount(ofMap map: Int, end: Int) -> Int {
        var keys = 0
        var key = map + 2
        while key < end {
            keys += 1
            key = next(next(key))
        }
        return keys
    }

    /// The bytes of a key that is an integer, a definite string or a simple value in its only shortest spelling; two
    /// such keys are the same exactly when their bytes are.
    ///
    /// Nil for any other key.
    @inline(__always)
    private func plainKey(_ index: Int) throws(CBORFault) -> UnsafeRawBufferPointer? {
        let start = offset(index)
        let head = try CBORHead(in: bytes, at: start)
        switch head.majorType {
        case .unsigned, .negative:
            guard head.isShortest else { return nil }
            return bytes.part(start, head.end)
        case .bytes, .text:
            guard head.isShortest else { return nil }
            return bytes.part(start, head.contentEnd)
        case .simple where head.initialByte <= CBORByte.simple:
            return bytes.part(start, head.end)
        default:
            return nil
        }
    }
}
