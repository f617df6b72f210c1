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
        var hasIntegers = false
        var previous: UnsafeRawBufferPointer?
        var keys = 0
        var key = map + 2
        while key < count {
            if isAscending {
                if let plain = try plainKey(key) {
                    if let previous, compareBytes(previous, plain) >= 0 { isAscending = false }
                    previous = plain
                } else {
                    isAscending = false
                }
            }
            if !hasIntegers { hasIntegers = bytes[offset(key)] < CBORMajorType.bytes.rawValue << 5 }
            keys += 1
            key = next(next(key))
        }
        if !isAscending { try checkOnce(keys: keys, ofMap: map, budget: &keyBudget) }
        return hasIntegers
    }

    private func checkOnce(keys: Int, ofMap map: Int, budget: inout Int) throws(CBORFault) {
        var table = CBORKeyTable(capacity: keys)
        var key = map + 2
        while key < count {
            let hash = try hash(ofKey: key, budget: &budget)
            guard try table.insert(key, hash: hash, isSame: { other throws(CBORFault) in try isSameKey(key, other) })
            else {
                throw CBORFault(.duplicateKey, at: offset(key))
            }
            key = next(next(key))
        }
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
