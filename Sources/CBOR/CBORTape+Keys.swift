extension CBORTape {
    /// Refuses a map in which a key comes twice.
    ///
    /// Keys are the same when their values are, whatever the spelling: `1` as `01` and as `1801`, a text in one piece
    /// and in chunks. Keys in ascending order and shortest spelling, which is what a deterministic encoder sends, are
    /// settled by comparing neighbours, without memory.
    /// The answer is whether the map may have integer keys.
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
        if isPlain {
            if !isAscending { try checkPlainKeys(ofMap: map) }
        } else {
            try checkAnyKeys(ofMap: map, keyBudget: &keyBudget)
        }
        return hasIntegers
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

    private func checkPlainKeys(ofMap map: Int) throws(CBORFault) {
        var keys: [UnsafeRawBufferPointer] = []
        var key = map + 2
        while key < count {
            if let plain = try plainKey(key) { keys.append(plain) }
            key = next(next(key))
        }
        keys.sort { compareBytes($0, $1) < 0 }
        for (left, right) in zip(keys, keys.dropFirst()) where compareBytes(left, right) == 0 {
            throw CBORFault(.duplicateKey, at: offset(map))
        }
    }

    /// Compares keys by their deterministic encoding.
    ///
    /// A key that holds a map whose key holds a map, and so on, is written out once a level. The budget stops an input
    /// that is made to exploit this.
    private func checkAnyKeys(ofMap map: Int, keyBudget: inout Int) throws(CBORFault) {
        var seen: Set<[UInt8]> = []
        var key = map + 2
        while key < count {
            keyBudget -= try end(key) - offset(key)
            guard keyBudget >= 0 else { throw CBORFault(.keysTooCostly, at: offset(key)) }
            let encoded = try value(key).deterministicBytes
            guard seen.insert(encoded).inserted else { throw CBORFault(.duplicateKey, at: offset(key)) }
            key = next(next(key))
        }
    }
}
