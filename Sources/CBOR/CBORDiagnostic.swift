/// Writes items in diagnostic notation (RFC 8949 section 8), from their encoding, so that indefinite lengths show.
struct CBORDiagnostic {
    let tape: CBORTape
    var text = ""

    init(_ tape: CBORTape) { self.tape = tape }

    mutating func write(_ index: Int) throws(CBORFault) {
        let head = try tape.head(index)
        switch head.majorType {
        case .unsigned: text += String(head.argument)
        case .negative: text += "-" + String(UInt128(head.argument) + 1)
        case .bytes, .text: try writeString(head)
        case .array:
            text += head.isIndefinite ? "[_ " : "["
            try writeChildren(index, isMap: false)
            text += "]"
        case .map:
            text += head.isIndefinite ? "{_ " : "{"
            try writeChildren(index, isMap: true)
            text += "}"
        case .tag:
            if try writeBignum(head, index) { return }
            text += "\(head.argument)("
            try write(index + 1)
            text += ")"
        case .simple: writeSimple(head)
        }
    }

    private mutating func writeChildren(_ index: Int, isMap: Bool) throws(CBORFault) {
        var child = index + 2
        var position = 0
        while child < tape.next(index) {
            if position > 0 { text += isMap && position & 1 == 1 ? ": " : ", " }
            try write(child)
            child = tape.next(child)
            position += 1
        }
    }

    /// A bignum of up to 128 bits as the number that it is.
    private mutating func writeBignum(_ head: CBORHead, _ index: Int) throws(CBORFault) -> Bool {
        guard head.argument == CBORTag.unsignedBignum || head.argument == CBORTag.negativeBignum else { return false }
        let content = try tape.head(index + 1)
        guard content.majorType == .bytes, !content.isIndefinite, (1...16).contains(content.argument) else {
            return false
        }
        let magnitude = try tape.byteString(content).reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
        if head.argument == CBORTag.unsignedBignum {
            text += String(magnitude)
        } else {
            guard magnitude < UInt128.max else { return false }
            text += "-" + String(magnitude + 1)
        }
        return true
    }

    private mutating func writeSimple(_ head: CBORHead) {
        switch head.initialByte {
        case CBORByte.false: text += "false"
        case CBORByte.true: text += "true"
        case CBORByte.null: text += "null"
        case CBORByte.undefined: text += "undefined"
        case CBORByte.half, CBORByte.single, CBORByte.double: text += diagnosticNumber(tape.float(head))
        default: text += "simple(\(head.argument))"
        }
    }

    private mutating func writeString(_ head: CBORHead) throws(CBORFault) {
        guard head.isIndefinite else { return try writeDefinite(head) }
        var position = head.end
        var chunk = try CBORHead(in: tape.bytes, at: position)
        if chunk.initialByte == CBORByte.break {
            text += head.majorType == .text ? "\"\"_" : "''_"
            return
        }
        text += "(_ "
        while chunk.initialByte != CBORByte.break {
            if position > head.end { text += ", " }
            try writeDefinite(chunk)
            position = chunk.end + Int(chunk.argument)
            chunk = try CBORHead(in: tape.bytes, at: position)
        }
        text += ")"
    }

    private mutating func writeDefinite(_ head: CBORHead) throws(CBORFault) {
        if head.majorType == .text {
            text += diagnosticText(try tape.textString(head))
        } else {
            text += diagnosticBytes(try tape.byteString(head))
        }
    }
}
