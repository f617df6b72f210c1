import FoundationEssentials

extension CBORDocument {
    /// Tag 0 over RFC 3339 text or tag 1 over seconds since 1970 (RFC 8949 sections 3.4.1 and 3.4.2).
    func date(at index: Int) throws -> Date {
        var inner = index
        while true {
            let current = inner
            let head = try read(index) { () throws(CBORFault) in try tape.head(current) }
            guard head.majorType == .tag else {
                throw mismatch(Date.self, expected: "a date (tag 0 or 1)", at: index)
            }
            inner += 1
            switch head.argument {
            case CBORTag.dateTimeText:
                let text = try string(at: inner)
                guard let seconds = secondsSince1970(rfc3339: text) else {
                    throw corrupted(index, "\"\(text)\" is not an RFC 3339 date and time \(offsetNote(index))")
                }
                return Date(timeIntervalSince1970: seconds)
            case CBORTag.epochTime:
                let seconds = try floatingPoint(Double.self, at: inner)
                guard seconds.isFinite else { throw unrepresentable("\(seconds) seconds", as: Date.self, at: index) }
                return Date(timeIntervalSince1970: seconds)
            default:
                continue
            }
        }
    }

    /// Sixteen bytes (tag 37) or the 36 characters of RFC 9562, with or without a tag.
    func uuid(at index: Int) throws -> UUID {
        let head = try content(index).head
        if head.majorType == .bytes {
            let bytes = try read(index) { () throws(CBORFault) in try tape.byteString(head) }
            guard bytes.count == 16 else {
                throw corrupted(index, "A UUID has 16 bytes and not \(bytes.count) \(offsetNote(index))")
            }
            return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        }
        guard head.majorType == .text else {
            throw mismatch(UUID.self, expected: "a byte string (tag 37) or text", at: index)
        }
        let text = try string(at: index)
        guard let uuid = UUID(uuidString: text) else {
            throw corrupted(index, "\"\(text)\" is not a UUID \(offsetNote(index))")
        }
        return uuid
    }

    /// Text, with or without tag 32 (RFC 8949 section 3.4.5.3).
    func url(at index: Int) throws -> URL {
        guard try content(index).head.majorType == .text else {
            throw mismatch(URL.self, expected: "a text string (tag 32)", at: index)
        }
        let text = try string(at: index)
        guard let url = URL(string: text) else {
            throw corrupted(index, "\"\(text)\" is not a URL \(offsetNote(index))")
        }
        return url
    }
}
