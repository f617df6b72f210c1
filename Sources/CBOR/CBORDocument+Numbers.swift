extension CBORDocument {
    /// An integer item or a bignum, as any integer type that holds its value.
    @inline(__always)
    func integer<T: FixedWidthInteger>(_ type: T.Type, at index: Int) throws -> T {
        let head = try read(index) { () throws(CBORFault) in try tape.head(index) }
        switch head.majorType {
        case .unsigned:
            if let value = T(exactly: head.argument) { return value }
        case .negative where head.argument <= UInt64(Int64.max):
            if let value = T(exactly: ~Int64(truncatingIfNeeded: head.argument)) { return value }
        default:
            break
        }
        return try wideInteger(type, at: index)
    }

    private func wideInteger<T: FixedWidthInteger>(_ type: T.Type, at index: Int) throws -> T {
        guard let (magnitude, isNegative) = try magnitude(at: index) else {
            throw mismatch(type, expected: "an integer", at: index)
        }
        guard let magnitude else { throw unrepresentable("A bignum beyond 128 bits", as: type, at: index) }
        if !isNegative {
            if let value = T(exactly: magnitude) { return value }
            throw unrepresentable("\(magnitude)", as: type, at: index)
        }
        if let signed = Int128(exactly: magnitude), let value = T(exactly: -1 - signed) { return value }
        let text = magnitude == UInt128.max ? "-1 - \(magnitude)" : "-\(magnitude + 1)"
        throw unrepresentable(text, as: type, at: index)
    }

    /// Of an integer or a bignum the number n with the value n or -1 - n: nil for another item, an inner nil for more
    /// than 128 bits.
    func magnitude(at index: Int) throws -> (magnitude: UInt128?, isNegative: Bool)? {
        try read(index) { () throws(CBORFault) in
            var index = index
            while true {
                let head = try tape.head(index)
                switch head.majorType {
                case .unsigned: return (UInt128(head.argument), false)
                case .negative: return (UInt128(head.argument), true)
                case .tag where [CBORTag.unsignedBignum, CBORTag.negativeBignum].contains(head.argument):
                    let content = try tape.head(index + 1)
                    guard content.majorType == .bytes else { return nil }
                    let digits = try tape.byteString(content).drop { $0 == 0 }
                    let isNegative = head.argument == CBORTag.negativeBignum
                    guard digits.count <= 16 else { return (nil, isNegative) }
                    return (digits.reduce(0) { $0 << 8 | UInt128($1) }, isNegative)
                case .tag: index += 1
                default: return nil
                }
            }
        }
    }

    /// A float item, or an integer that the type holds exactly.
    @inline(__always)
    func floatingPoint<T: BinaryFloatingPoint>(_ type: T.Type, at index: Int) throws -> T {
        let head = try content(index).head
        switch head.initialByte {
        case CBORByte.half, CBORByte.single, CBORByte.double:
            let value = tape.float(head)
            if value.isNaN { return T.nan }
            if let exact = T(exactly: value) { return exact }
            throw unrepresentable("\(value)", as: type, at: index)
        default:
            return try floatingPointFromInteger(type, at: index)
        }
    }

    private func floatingPointFromInteger<T: BinaryFloatingPoint>(_ type: T.Type, at index: Int) throws -> T {
        guard let (magnitude, isNegative) = try magnitude(at: index) else {
            throw mismatch(type, expected: "a number", at: index)
        }
        guard let magnitude else { throw unrepresentable("A bignum beyond 128 bits", as: type, at: index) }
        // -1 - n is -(n + 1); n + 1 has to be exact, and may be 2^128 itself.
        let (sum, isOver) = magnitude.addingReportingOverflow(isNegative ? 1 : 0)
        if isOver { throw unrepresentable("-1 - \(magnitude)", as: type, at: index) }
        guard let exact = T(exactly: sum) else {
            throw unrepresentable("\(isNegative ? "-" : "")\(sum)", as: type, at: index)
        }
        return isNegative ? -exact : exact
    }

    /// True or false.
    @inline(__always)
    func bool(at index: Int) throws -> Bool {
        switch try content(index).head.initialByte {
        case CBORByte.false: return false
        case CBORByte.true: return true
        default: throw mismatch(Bool.self, expected: "a Boolean", at: index)
        }
    }
}
