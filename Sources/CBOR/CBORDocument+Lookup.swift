extension CBORDocument {
    /// The value under a coding key, or nil.
    ///
    /// Looks from where the last look-up ended, so that members that are asked for in the order they came in are found
    /// at once. A search that takes long builds an index, so that no order of keys makes a large map slow.
    @inline(__always)
    func member(_ key: some CodingKey, of map: Int) throws -> Int? {
        let end = tape.next(map)
        guard end > map + 2 else { return nil }
        var name = key.stringValue
        var found = name.withUTF8 { findText($0, of: map, end: end) }
        if case .gaveUp = found { found = try indexed(name, of: map) }
        if tape[map + 1].offset & CBORTape.Entry.integerKeys != 0, let number = key.intValue {
            return try member(name, number, orText: found.index, of: map)
        }
        return found.index
    }

    /// The value under an integer, or under the text that names the same member.
    private func member(_ name: String, _ number: Int, orText text: Int?, of map: Int) throws -> Int? {
        let hash = CBORTape.hash(ofInteger: number)
        let key = try read(map) { () throws(CBORFault) in
            try keyTable(map).find(hash) { integerKey($0) == number }
        }
        guard let key else { return text }
        guard text == nil else {
            throw corrupted(
                map,
                "The keys \(number) and \"\(name)\" name the same member \(offsetNote(map))"
            )
        }
        return tape.next(key)
    }

    private func indexed(_ name: String, of map: Int) throws -> Search {
        var name = name
        return try name.withUTF8 { name in
            let hash = CBORTape.hash(ofText: UnsafeRawBufferPointer(name))
            let key = try read(map) { () throws(CBORFault) in
                try keyTable(map).find(hash) { isText($0, equalTo: name) }
            }
            return key.map { .found(tape.next($0)) } ?? .absent
        }
    }

    /// The texts and integers among the keys, which is all that can be asked for.
    private func keyTable(_ map: Int) throws(CBORFault) -> CBORKeyTable {
        if let table = keyTables[map] { return table }
        let end = tape.next(map)
        var table = CBORKeyTable(capacity: tape.keyCount(ofMap: map, end: end))
        var budget = 0
        var key = map + 2
        while key < end {
            switch try tape.head(key).majorType {
            case .unsigned, .negative, .text:
                // The scan has made sure that each is there once.
                _ = try table.insert(key, hash: try tape.hash(ofKey: key, budget: &budget)) { _ in false }
            case .bytes, .array, .map, .tag, .simple:
                break
            }
            key = tape.next(tape.next(key))
        }
        keyTables[map] = table
        return table
    }

    private enum Search {
        case found(Int)
        case absent
        case gaveUp

        @inline(__always)
        var index: Int? {
            if case .found(let index) = self { index } else { nil }
        }
    }

    @inline(__always)
    private func findText(_ name: UnsafeBufferPointer<UInt8>, of map: Int, end: Int) -> Search {
        let start = Int(tape[map + 1].next)
        var key = start
        var patience = 64
        repeat {
            let value = tape.next(key)
            if isText(key, equalTo: name) {
                tape[map + 1].next = UInt32(truncatingIfNeeded: key)
                return .found(value)
            }
            key = tape.next(value)
            if key >= end { key = map + 2 }
            patience -= 1
            if patience == 0 { return .gaveUp }
        } while key != start
        return .absent
    }

    @inline(__always)
    private func isText(_ index: Int, equalTo name: UnsafeBufferPointer<UInt8>) -> Bool {
        let offset = tape.offset(index)
        if name.count < 24 {
            guard offset + name.count < tape.bytes.count else { return false }
            let initialByte = tape.bytes[offset]
            if initialByte == CBORMajorType.text.rawValue << 5 | UInt8(truncatingIfNeeded: name.count) {
                let text = tape.bytes.part(offset + 1, offset + 1 + name.count)
                return compareBytes(text, UnsafeRawBufferPointer(name)) == 0
            }
            // Any other head of a text has its length in further bytes.
            if initialByte < 0x78 { return false }
        }
        guard let head = try? tape.head(index), head.majorType == .text else { return false }
        if head.isIndefinite { return (try? tape.textString(head)).map { $0.utf8.elementsEqual(name) } ?? false }
        guard head.argument == UInt64(name.count) else { return false }
        let text = tape.bytes.part(head.end, head.contentEnd)
        return compareBytes(text, UnsafeRawBufferPointer(name)) == 0
    }

    /// A key's integer, when it is one that a coding key can have.
    func integerKey(_ index: Int) -> Int? {
        guard let head = try? tape.head(index) else { return nil }
        switch head.majorType {
        case .unsigned: return Int(exactly: head.argument)
        case .negative: return head.argument <= UInt64(Int.max) ? ~Int(truncatingIfNeeded: head.argument) : nil
        default: return nil
        }
    }

    /// The text and integer keys of a map, as far as the key type takes them.
    func keys<Key: CodingKey>(of map: Int) -> [Key] {
        var keys: [Key] = []
        var key = map + 2
        let end = tape.next(map)
        while key < end {
            if let head = try? tape.head(key), head.majorType == .text {
                if let text = try? tape.textString(head), let key = Key(stringValue: text) { keys.append(key) }
            } else if let number = integerKey(key), let key = Key(intValue: number) {
                keys.append(key)
            }
            key = tape.next(tape.next(key))
        }
        return keys
    }
}
