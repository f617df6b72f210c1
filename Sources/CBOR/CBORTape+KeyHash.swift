/// Keys are the same when their values are, whatever the spelling: `1` as `01` and as `1801`, a text in one piece and in
/// chunks. Hash and comparison follow the value without making it, but for keys that hardly anybody uses.
extension CBORTape {
    /// The hash of a text as a key.
    static func hash(ofText text: UnsafeRawBufferPointer) -> Int {
        hash(.text, text)
    }

    /// The hash of an integer as a key.
    static func hash(ofInteger number: Int) -> Int {
        number < 0
            ? hash(.negative, argument: UInt64(truncatingIfNeeded: ~number))
            : hash(.unsigned, argument: UInt64(truncatingIfNeeded: number))
    }

    /// The hash of a key.
    ///
    /// - Parameter budget: What is taken from for a key that has to be written out.
    func hash(ofKey index: Int, budget: inout Int) throws(CBORFault) -> Int {
        let head = try head(index)
        switch head.majorType {
        case .unsigned, .negative:
            return Self.hash(head.majorType, argument: head.argument)
        case .bytes where !head.isIndefinite, .text where !head.isIndefinite:
            return Self.hash(head.majorType, bytes.part(head.end, head.contentEnd))
        case .bytes, .text:
            return try string(head).withUnsafeBytes { Self.hash(head.majorType, $0) }
        case .array, .map, .tag, .simple:
            budget -= try end(index) - offset(index)
            guard budget >= 0 else { throw CBORFault(.keysTooCostly, at: offset(index)) }
            return try value(index).deterministicBytes.withUnsafeBytes { Self.hash(head.majorType, $0) }
        }
    }

    /// Whether two keys are the same.
    func isSameKey(_ left: Int, _ right: Int) throws(CBORFault) -> Bool {
        let (one, other) = (try head(left), try head(right))
        guard one.majorType == other.majorType else { return false }
        switch one.majorType {
        case .unsigned, .negative:
            return one.argument == other.argument
        case .bytes, .text:
            guard !one.isIndefinite, !other.isIndefinite else { return try string(one) == string(other) }
            return compareBytes(bytes.part(one.end, one.contentEnd), bytes.part(other.end, other.contentEnd)) == 0
        case .array, .map, .tag, .simple:
            return try value(left) == value(right)
        }
    }

    /// The bytes of a string, chunks put together.
    private func string(_ head: CBORHead) throws(CBORFault) -> [UInt8] {
        head.majorType == .text ? Array(try textString(head).utf8) : try byteString(head)
    }

    private static func hash(_ type: CBORMajorType, argument: UInt64) -> Int {
        var hasher = Hasher()
        hasher.combine(type.rawValue)
        hasher.combine(argument)
        return hasher.finalize()
    }

    private static func hash(_ type: CBORMajorType, _ content: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(type.rawValue)
        hasher.combine(bytes: content)
        return hasher.finalize()
    }
}
