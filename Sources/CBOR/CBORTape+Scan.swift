extension CBORTape {
    /// Checks the whole input and fills the tape: exactly one well-formed item (RFC 8949 section 5.1 and Appendix F),
    /// valid UTF-8 in every text string and no key twice in a map.
    ///
    /// One pass without recursion. Open containers are chained through the entries themselves; `open` starts as
    /// `Entry.none` and is left at the innermost container that was not finished.
    mutating func scan(maximumDepth: Int, open: inout UInt32) throws(CBORFault) {
        let length = bytes.count
        guard length <= Self.maximumInput else { throw CBORFault(.inputTooLong(length), at: 0) }
        var position = 0
        var depth = 0
        var keyBudget = 8 * length + 1024
        repeat {
            let start = position
            let head = try CBORHead(in: bytes, at: start)
            position = head.end
            switch head.majorType {
            case .unsigned, .negative:
                guard !head.isIndefinite else { throw CBORFault(.indefiniteNotAllowed(head.majorType), at: start) }
                appendLeaf(start)
            case .bytes, .text:
                position = try scanString(head, at: start)
                appendLeaf(start)
            case .array, .map:
                guard depth < maximumDepth else { throw CBORFault(.tooDeep(maximumDepth), at: start) }
                let missing = try children(head, at: start)
                let index = UInt32(count)
                append(Entry(offset: UInt32(start), next: open))
                append(Entry(offset: missing, next: 0))
                open = index
                depth += 1
                if missing > 0 { continue }
                try close(&open, end: position, keyBudget: &keyBudget)
                depth -= 1
            case .tag:
                guard !head.isIndefinite else { throw CBORFault(.indefiniteNotAllowed(.tag), at: start) }
                guard depth < maximumDepth else { throw CBORFault(.tooDeep(maximumDepth), at: start) }
                let index = UInt32(count)
                append(Entry(offset: UInt32(start), next: open))
                open = index
                depth += 1
                continue
            case .simple:
                if head.initialByte == CBORByte.break {
                    guard canBreak(open) else { throw CBORFault(.unexpectedBreak, at: start) }
                    try close(&open, end: position, keyBudget: &keyBudget)
                    depth -= 1
                } else {
                    if head.initialByte == CBORByte.simple, head.argument < 32 {
                        throw CBORFault(.reservedSimpleValue(UInt8(head.argument)), at: start)
                    }
                    appendLeaf(start)
                }
            }
            depth -= try completeItem(&open, end: position, keyBudget: &keyBudget)
        } while open != Entry.none
        guard position == length else { throw CBORFault(.trailingBytes(length - position), at: position) }
    }

    @inline(__always)
    private mutating func appendLeaf(_ offset: Int) {
        append(Entry(offset: UInt32(offset), next: UInt32(count + 1)))
    }

    /// The number of items a container's head announces, refused when the input is too short for it.
    @inline(__always)
    private func children(_ head: CBORHead, at start: Int) throws(CBORFault) -> UInt32 {
        if head.isIndefinite { return Entry.indefinite }
        let available = bytes.count - head.end
        let width = head.majorType == .map ? 2 : 1
        guard head.argument <= UInt64(available / width) else {
            throw CBORFault(.lengthBeyondInput(head.argument, available: available), at: start)
        }
        return UInt32(head.argument) * UInt32(width)
    }

    /// Whether a break may come here: right in a container of indefinite length, in a map not before a value.
    private func canBreak(_ open: UInt32) -> Bool {
        guard open != Entry.none else { return false }
        let index = Int(open)
        switch CBORMajorType(initialByte: bytes[offset(index)]) {
        case .array: return self[index + 1].offset == Entry.indefinite
        case .map: return self[index + 1].offset == Entry.indefinite && self[index + 1].next & 1 == 0
        default: return false
        }
    }

    /// Counts a finished item in the containers around it and closes those that it completes; the answer is how many.
    @inline(__always)
    private mutating func completeItem(
        _ open: inout UInt32,
        end: Int,
        keyBudget: inout Int
    ) throws(CBORFault) -> Int {
        var closed = 0
        while open != Entry.none {
            let index = Int(open)
            if CBORMajorType(initialByte: bytes[offset(index)]) == .tag {
                open = self[index].next
                self[index].next = UInt32(count)
                closed += 1
                continue
            }
            self[index + 1].next += 1
            if self[index + 1].offset == Entry.indefinite { break }
            self[index + 1].offset -= 1
            if self[index + 1].offset > 0 { break }
            try close(&open, end: end, keyBudget: &keyBudget)
            closed += 1
        }
        return closed
    }

    /// Finishes the innermost container and steps out of it.
    private mutating func close(_ open: inout UInt32, end: Int, keyBudget: inout Int) throws(CBORFault) {
        let index = Int(open)
        let isMap = CBORMajorType(initialByte: bytes[offset(index)]) == .map
        let hasIntegerKeys =
            isMap && self[index + 1].next > 0 ? try checkKeys(ofMap: index, keyBudget: &keyBudget) : false
        open = self[index].next
        self[index].next = UInt32(count)
        self[index + 1].offset = UInt32(end) | (hasIntegerKeys ? Entry.integerKeys : 0)
        if isMap { self[index + 1].next = UInt32(index + 2) }
    }

    /// Checks a string and answers the offset behind it.
    @inline(__always)
    private func scanString(_ head: CBORHead, at start: Int) throws(CBORFault) -> Int {
        head.isIndefinite ? try scanChunks(head) : try scanDefiniteString(head, at: start)
    }

    @inline(__always)
    private func scanDefiniteString(_ head: CBORHead, at start: Int) throws(CBORFault) -> Int {
        let available = bytes.count - head.end
        guard head.argument <= UInt64(available) else {
            throw CBORFault(.lengthBeyondInput(head.argument, available: available), at: start)
        }
        let end = head.contentEnd
        if head.majorType == .text, let fault = firstInvalidUTF8(in: bytes, from: head.end, to: end) {
            throw CBORFault(.invalidUTF8, at: fault)
        }
        return end
    }

    private func scanChunks(_ head: CBORHead) throws(CBORFault) -> Int {
        var position = head.end
        while true {
            let chunk = try CBORHead(in: bytes, at: position)
            if chunk.initialByte == CBORByte.break { return chunk.end }
            guard chunk.majorType == head.majorType, !chunk.isIndefinite else {
                throw CBORFault(.wrongChunk, at: position)
            }
            position = try scanDefiniteString(chunk, at: position)
        }
    }
}
