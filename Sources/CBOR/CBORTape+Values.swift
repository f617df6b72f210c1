extension CBORTape {
    /// The item as a value of its own.
    ///
    /// Recursion goes as deep as the scan let the input go.
    func value(_ index: Int) throws(CBORFault) -> CBORValue {
        let head = try head(index)
        switch head.majorType {
        case .unsigned: return .unsigned(head.argument)
        case .negative: return .negative(head.argument)
        case .bytes: return .bytes(try byteString(head))
        case .text: return .text(try textString(head))
        case .array: return .array(try elements(index))
        case .map: return .map(try members(index))
        case .tag: return .tag(head.argument, try value(index + 1))
        case .simple: return simpleValue(head)
        }
    }

    private func elements(_ index: Int) throws(CBORFault) -> [CBORValue] {
        var elements: [CBORValue] = []
        elements.reserveCapacity(Int(self[index + 1].next))
        var child = index + 2
        let end = next(index)
        while child < end {
            elements.append(try value(child))
            child = next(child)
        }
        return elements
    }

    private func members(_ index: Int) throws(CBORFault) -> [CBORValue: CBORValue] {
        var members: [CBORValue: CBORValue] = [:]
        var key = index + 2
        let end = next(index)
        while key < end {
            let member = next(key)
            members[try value(key)] = try value(member)
            key = next(member)
        }
        return members
    }

    private func simpleValue(_ head: CBORHead) -> CBORValue {
        switch head.initialByte {
        case CBORByte.false: .bool(false)
        case CBORByte.true: .bool(true)
        case CBORByte.null: .null
        case CBORByte.undefined: .undefined
        case CBORByte.half, CBORByte.single, CBORByte.double: .float(float(head))
        default: .simple(UInt8(truncatingIfNeeded: head.argument))
        }
    }

    /// The number in a floating-point item; widening is exact.
    @inline(__always)
    func float(_ head: CBORHead) -> Double {
        switch head.initialByte {
        case CBORByte.half: Double(Float16(bitPattern: UInt16(truncatingIfNeeded: head.argument)))
        case CBORByte.single: Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument)))
        default: Double(bitPattern: head.argument)
        }
    }

    /// The content of a byte string, its chunks joined.
    @inline(__always)
    func byteString(_ head: CBORHead) throws(CBORFault) -> [UInt8] {
        if head.isIndefinite { return try joined(head) }
        return [UInt8](bytes.part(head.end, head.contentEnd))
    }

    /// The content of a text string, its chunks joined; the scan has found it valid.
    @inline(__always)
    func textString(_ head: CBORHead) throws(CBORFault) -> String {
        if head.isIndefinite { return String(decoding: try joined(head), as: UTF8.self) }
        let content = bytes.part(head.end, head.contentEnd)
        return String(decoding: content, as: UTF8.self)
    }

    private func joined(_ head: CBORHead) throws(CBORFault) -> [UInt8] {
        var result: [UInt8] = []
        var position = head.end
        while bytes[position] != CBORByte.break {
            let chunk = try CBORHead(in: bytes, at: position)
            position = chunk.contentEnd
            result.append(contentsOf: bytes[chunk.end..<position])
        }
        return result
    }
}
