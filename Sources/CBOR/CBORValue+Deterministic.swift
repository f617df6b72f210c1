extension ScratchStack<UInt8> {
    /// Appends an item in its deterministic encoding (RFC 8949 section 4.2.1).
    ///
    /// A simple value that must not be spelled (20 to 31) is written as if it could be; `CBORValue.isEncodable` tells.
    mutating func appendDeterministic(_ value: CBORValue) {
        switch value {
        case .unsigned(let value): appendHead(.unsigned, value)
        case .negative(let value): appendHead(.negative, value)
        case .bytes(let value): value.withUnsafeBytes { appendBytes($0) }
        case .text(let value): appendText(value)
        case .array(let elements):
            appendHead(.array, UInt64(elements.count))
            for element in elements { appendDeterministic(element) }
        case .map(let members):
            appendDeterministic(members)
        case .tag(let number, let content):
            appendHead(.tag, number)
            appendDeterministic(content)
        case .simple(let value): appendHead(.simple, UInt64(value))
        case .bool(let value): appendBool(value)
        case .null: append(CBORByte.null)
        case .undefined: append(CBORByte.undefined)
        case .float(let value): appendFloat(value)
        }
    }

    private mutating func appendDeterministic(_ members: [CBORValue: CBORValue]) {
        appendHead(.map, UInt64(members.count))
        var keyed: [(key: [UInt8], value: CBORValue)] = []
        keyed.reserveCapacity(members.count)
        for (key, value) in members {
            keyed.append((key.deterministicBytes, value))
        }
        keyed.sort { left, right in
            left.key.withUnsafeBytes { left in right.key.withUnsafeBytes { compareBytes(left, $0) < 0 } }
        }
        for (key, value) in keyed {
            key.withUnsafeBytes { append(contentsOf: $0) }
            appendDeterministic(value)
        }
    }
}

extension CBORValue {
    /// The deterministic encoding; see `appendDeterministic`.
    var deterministicBytes: [UInt8] {
        var bytes = CBORBytes(capacity: 64)
        defer { bytes.close() }
        bytes.appendDeterministic(self)
        return [UInt8](bytes.elements)
    }

    /// The first simple value inside that RFC 8949 does not let anybody spell; nil when all can be encoded.
    var reservedSimpleValue: UInt8? {
        switch self {
        case .simple(let value): (20..<32).contains(value) ? value : nil
        case .array(let elements): elements.lazy.compactMap(\.reservedSimpleValue).first
        case .map(let members):
            members.lazy.compactMap { $0.key.reservedSimpleValue ?? $0.value.reservedSimpleValue }.first
        case .tag(_, let content): content.reservedSimpleValue
        default: nil
        }
    }

    /// How many arrays, maps and tags are inside of one another.
    var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
        case .map(let members): 1 + (members.lazy.map { max($0.key.depth, $0.value.depth) }.max() ?? 0)
        case .tag(_, let content): 1 + content.depth
        default: 0
        }
    }
}
