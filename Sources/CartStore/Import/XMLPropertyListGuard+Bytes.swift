extension XMLPropertyListGuard {
    /// The byte at a position, or nil behind the end.
    func byte(at position: Int) -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    func starts(with text: StaticString) -> Bool {
        let rest = bytes.count - position
        return text.withUTF8Buffer { text in
            rest >= text.count && text.indices.allSatisfy { bytes[position + $0] == text[$0] }
        }
    }

    /// Goes past a text if it is there.
    ///
    /// - Returns: Whether it is.
    mutating func skip(_ text: StaticString) -> Bool {
        guard starts(with: text) else {
            return false
        }
        position += text.utf8CodeUnitCount
        return true
    }

    /// Goes on to the first byte that is not as said.
    mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) {
            position += 1
        }
    }

    /// Goes on behind the next occurrence of a text.
    mutating func skip(past text: StaticString, of what: String) throws(FileRefusal) {
        let start = position
        while position < bytes.count {
            if skip(text) {
                return
            }
            position += 1
        }
        position = start
        throw refusal("the file is cut short: \(what) does not end")
    }

    /// Goes past white space (XML 1.0, section 2.3).
    ///
    /// - Returns: Whether there was any.
    @discardableResult
    mutating func skipSpace() -> Bool {
        let start = position
        skip { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }
        return position > start
    }

    /// Goes past a name; empty where there is none.
    mutating func takeName() -> String {
        let start = position
        skip { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: ":"):
                true
            default: false
            }
        }
        // No name of interest is longer, and a message should not be.
        return String(decoding: bytes[start..<position].prefix(32), as: UTF8.self)
    }

    /// A refusal that names the line of the position, from 1.
    func refusal(_ reason: String) -> FileRefusal {
        let line = bytes.prefix(position).reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        return FileRefusal(reason: "line \(line): \(reason)")
    }
}
