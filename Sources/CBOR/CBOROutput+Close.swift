extension CBOROutput {
    /// Finishes an array or a map: what was deferred goes to its place, members into order, the count into the head.
    @inline(__always)
    func close(_ level: Int) throws {
        if let last = deferred.last, last.level == level { try insertDeferred(level) }
        let frame = frames.base[level]
        if !frame.isSorted { try sortMembers(level) }
        let majorType: CBORMajorType = frame.form == .map ? .map : .array
        if frame.count < 24 {
            bytes.base[frame.start] = majorType.rawValue << 5 | UInt8(truncatingIfNeeded: frame.count)
        } else {
            bytes.widenHead(at: frame.start, majorType, UInt64(frame.count))
        }
    }

    private func insertDeferred(_ level: Int) throws {
        let first = (deferred.lastIndex { $0.level != level } ?? -1) + 1
        let pieces = deferred[first...]
        deferred.removeSubrange(first...)
        guard var position = pieces.first?.offset else { return }
        let tail = [UInt8](bytes.range(position, bytes.count))
        let tailStart = position
        bytes.truncate(to: tailStart)
        try tail.withUnsafeBytes { tail in
            for piece in pieces {
                bytes.append(contentsOf: tail.part(position - tailStart, piece.offset - tailStart))
                position = piece.offset
                try piece.output.finish()
                bytes.append(contentsOf: piece.output.bytes.range(0, piece.output.bytes.count))
            }
            bytes.append(contentsOf: tail.part(position - tailStart, tail.count))
        }
    }

    /// Finishes the value of a deferred output.
    private func finish() throws {
        if frames.count == 0 { return }
        try pop(Any.self)
    }

    /// Brings the members of a map into bytewise order of their encoded keys (RFC 8949 section 4.2.1).
    private func sortMembers(_ level: Int) throws {
        let start = frames.base[level].start + 1
        let content = bytes.range(start, bytes.count)
        var members: [(key: UnsafeRawBufferPointer, all: UnsafeRawBufferPointer)] = []
        members.reserveCapacity(frames.base[level].count)
        var position = 0
        while position < content.count {
            let value = try endOfItem(in: content, from: position)
            let end = try endOfItem(in: content, from: value)
            members.append((content.part(position, value), content.part(position, end)))
            position = end
        }
        members.sort { compareBytes($0.key, $1.key) < 0 }
        for (left, right) in zip(members, members.dropFirst()) where compareBytes(left.key, right.key) == 0 {
            throw invalid(Any.self, level, "A key was encoded twice")
        }
        var sorted = CBORBytes(capacity: content.count)
        defer { sorted.close() }
        for member in members { sorted.append(contentsOf: member.all) }
        (bytes.base + start).update(from: sorted.base, count: sorted.count)
    }
}

/// The offset behind a well-formed item.
private func endOfItem(in bytes: UnsafeRawBufferPointer, from start: Int) throws(CBORFault) -> Int {
    var position = start
    var missing: UInt64 = 1
    while missing > 0 {
        missing -= 1
        let head = try CBORHead(in: bytes, at: position)
        position = head.end
        switch head.majorType {
        case .unsigned, .negative, .simple:
            break
        case .bytes, .text, .array, .map:
            if head.isIndefinite {
                // Only inside of a spliced item.
                while try CBORHead(in: bytes, at: position).initialByte != CBORByte.break {
                    position = try endOfItem(in: bytes, from: position)
                }
                position += 1
            } else if head.majorType == .array {
                missing &+= head.argument
            } else if head.majorType == .map {
                missing &+= 2 &* head.argument
            } else {
                position = head.contentEnd
            }
        case .tag:
            missing &+= 1
        }
    }
    return position
}
