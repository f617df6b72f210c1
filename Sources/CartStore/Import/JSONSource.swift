import CartModel

/// A JSON file (RFC 8259) as a sequence of values: UTF-8, with or without a byte order mark.
struct JSONSource: CatalogSource {
    /// Containers in one another: a catalog has four.
    static let depthLimit = 512

    private let bytes: [UInt8]
    private var position = 0
    /// The containers that have begun and not ended, whether anything was in them yet.
    private var open: [Bool] = []

    /// Checks the file's text.
    init(_ bytes: [UInt8]) throws(FileRefusal) {
        self.bytes = bytes
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            position = error.byteOffsets.lowerBound
            throw refusal("the file is not valid UTF-8")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            position = 3
        }
    }

    mutating func begin(wanted: Bool) throws(FileRefusal) -> CatalogValue {
        skipSpace()
        guard position < bytes.count else {
            throw refusal("the file is cut short")
        }
        switch bytes[position] {
        case UInt8(ascii: "["):
            try enter()
            return .array
        case UInt8(ascii: "{"):
            try enter()
            return .dictionary
        case UInt8(ascii: "\""):
            return .scalar(try string(wanted: wanted))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .scalar(try number())
        default:
            for (word, field) in [("null", CatalogField.null), ("true", .boolean), ("false", .boolean)]
                as [(StaticString, CatalogField)]
            where skip(word) {
                return .scalar(field)
            }
            throw refusal("a value is expected")
        }
    }

    private mutating func enter() throws(FileRefusal) {
        guard open.count < Self.depthLimit else {
            throw refusal("values are nested more than \(Self.depthLimit) deep")
        }
        position += 1
        open.append(false)
    }

    mutating func nextElement() throws(FileRefusal) -> Bool {
        try next(before: UInt8(ascii: "]"))
    }

    mutating func nextKey() throws(FileRefusal) -> CatalogKey?? {
        guard try next(before: UInt8(ascii: "}")) else {
            return nil
        }
        skipSpace()
        let start = position + 1
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            throw refusal("a key in quotes is expected")
        }
        var key: CatalogKey?
        if try skipString() {
            // Escapes in a key are as unusual as they are allowed.
            if case .text(let text) = decoded(start..<position - 1) {
                key = text.withUTF8Bytes { CatalogKey($0) }
            }
        } else {
            key = bytes.withUnsafeBufferPointer { CatalogKey(UnsafeBufferPointer(rebasing: $0[start..<position - 1])) }
        }
        skipSpace()
        guard skip(":") else {
            throw refusal("a colon is expected after a key")
        }
        return .some(key)
    }

    /// Goes past a comma to the next thing in the innermost container, or past its end.
    private mutating func next(before end: UInt8) throws(FileRefusal) -> Bool {
        skipSpace()
        guard position < bytes.count, let last = open.indices.last else {
            throw refusal("the file is cut short")
        }
        if bytes[position] == end {
            position += 1
            open.removeLast()
            return false
        }
        if open[last] {
            guard skip(",") else {
                throw refusal("a comma or \(Character(Unicode.Scalar(end))) is expected")
            }
            return true
        }
        open[last] = true
        return true
    }

    mutating func end() throws(FileRefusal) {
        skipSpace()
        guard position == bytes.count else {
            throw refusal("there is something behind the end")
        }
    }

    // MARK: - Scalars

    private mutating func string(wanted: Bool) throws(FileRefusal) -> CatalogField {
        let start = position + 1
        let hasEscapes = try skipString()
        let content = start..<position - 1
        guard wanted else {
            return .other("text")
        }
        guard hasEscapes else {
            return .text(bytes.withUnsafeBufferPointer { String(decoding: $0[content], as: UTF8.self) })
        }
        return decoded(content)
    }

    /// Goes past a string, whose escapes are then well-formed.
    ///
    /// - Returns: Whether it has any.
    private mutating func skipString() throws(FileRefusal) -> Bool {
        position += 1
        var hasEscapes = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return hasEscapes
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0..<0x20:
                throw refusal("there is a control character in a text; write an escape")
            default:
                position += 1
            }
        }
        throw refusal("the file is cut short: a text does not end")
    }

    private mutating func skipEscape() throws(FileRefusal) {
        position += 1
        guard position < bytes.count else {
            throw refusal("the file is cut short: a text does not end")
        }
        switch bytes[position] {
        case UInt8(ascii: "u"):
            guard unit(at: position + 1) != nil else {
                throw refusal("\\u is not followed by four hexadecimal digits")
            }
            position += 5
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        default:
            throw refusal("there is an unknown escape in a text")
        }
    }

    /// The four hexadecimal digits at a position, or nil.
    private func unit(at start: Int) -> UInt16? {
        guard start + 4 <= bytes.count else {
            return nil
        }
        var value: UInt16 = 0
        for byte in bytes[start..<start + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                return nil
            }
            value = value << 4 | UInt16(digit)
        }
        return value
    }

    /// The text of a string with escapes that were gone past before.
    private func decoded(_ range: Range<Int>) -> CatalogField {
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                index += 1
                continue
            }
            let escape = bytes[index + 1]
            index += 2
            switch escape {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"):
                var value = UInt32(unit(at: index) ?? 0)
                index += 4
                if (0xD800..<0xDC00).contains(value), index + 6 <= range.upperBound,
                    bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u"),
                    let low = unit(at: index + 2), (0xDC00..<0xE000).contains(low)
                {
                    value = 0x10000 + (value - 0xD800) << 10 + (UInt32(low) - 0xDC00)
                    index += 6
                }
                guard let scalar = Unicode.Scalar(value) else {
                    return .notUnicode
                }
                text.append(contentsOf: String(scalar).utf8)
            default: text.append(escape)
            }
        }
        return .text(String(decoding: text, as: UTF8.self))
    }

    private mutating func number() throws(FileRefusal) -> CatalogField {
        let start = position
        _ = skip("-")
        // No zero stands before another digit.
        guard skip("0") || skipDigits() else {
            throw refusal("a number has no digits")
        }
        var isWhole = true
        if skip(".") {
            isWhole = false
            guard skipDigits() else {
                throw refusal("a number has no digits behind its point")
            }
        }
        if skip("e") || skip("E") {
            isWhole = false
            _ = skip("+") || skip("-")
            guard skipDigits() else {
                throw refusal("a number has no digits in its exponent")
            }
        }
        // No number that fits 64 bits has more digits, but for zeros that nobody writes.
        guard position - start <= 64 else {
            return .notWhole
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole {
            return if let value = Int64(text) {
                .integer(String(value))
            } else if let value = UInt64(text) {
                .integer(String(value))
            } else {
                .notWhole
            }
        }
        guard let real = Double(text), let value = Int64(exactly: real) else {
            return .notWhole
        }
        return .integer(String(value))
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        return position > start
    }

    // MARK: - Bytes

    private mutating func skipSpace() {
        while position < bytes.count,
            bytes[position] == 0x20 || bytes[position] == 0x0A || bytes[position] == 0x0D || bytes[position] == 0x09
        {
            position += 1
        }
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count,
            text.withUTF8Buffer({ text in (0..<count).allSatisfy { bytes[position + $0] == text[$0] } })
        else {
            return false
        }
        position += count
        return true
    }

    /// A refusal that names the line of the position, from 1.
    private func refusal(_ reason: String) -> FileRefusal {
        let line = bytes.prefix(position).reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        return FileRefusal(reason: "it is no JSON, or it is cut short: line \(line): \(reason)")
    }
}
