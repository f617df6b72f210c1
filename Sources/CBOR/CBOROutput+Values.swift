import FoundationEssentials

extension CBOROutput {
    /// Appends a value of a type that has a form of its own in CBOR; false, and nothing done, for all other types.
    @inline(__always)
    func appendKnown<T: Encodable>(_ value: T) throws -> Bool {
        if T.self == String.self {
            bytes.appendText(unsafeBitCast(value, to: String.self))
        } else if T.self == Int.self {
            bytes.appendInteger(unsafeBitCast(value, to: Int.self))
        } else if T.self == [UInt8].self {
            unsafeBitCast(value, to: [UInt8].self).withUnsafeBytes { bytes.appendBytes($0) }
        } else if T.self == CBOREncoded.self {
            unsafeBitCast(value, to: CBOREncoded.self).bytes.withUnsafeBytes { bytes.append(contentsOf: $0) }
        } else if T.self == CBORValue.self {
            try append(unsafeBitCast(value, to: CBORValue.self))
        } else if T.self == Data.self {
            unsafeBitCast(value, to: Data.self).withUnsafeBytes { bytes.appendBytes($0) }
        } else if T.self == ContiguousArray<UInt8>.self {
            unsafeBitCast(value, to: ContiguousArray<UInt8>.self).withUnsafeBytes { bytes.appendBytes($0) }
        } else if T.self == Date.self {
            try append(unsafeBitCast(value, to: Date.self))
        } else if T.self == UUID.self {
            bytes.appendHead(.tag, CBORTag.uuid)
            withUnsafeBytes(of: unsafeBitCast(value, to: UUID.self).uuid) { bytes.appendBytes($0) }
        } else if T.self == URL.self {
            bytes.appendHead(.tag, CBORTag.uri)
            bytes.appendText(unsafeBitCast(value, to: URL.self).absoluteString)
        } else {
            return false
        }
        return true
    }

    func append(_ value: CBORValue) throws {
        if let reserved = value.reservedSimpleValue {
            throw invalid(value, frames.count, "Simple value \(reserved) has no encoding of its own")
        }
        guard outerDepth + frames.count + value.depth <= configuration.maximumDepth else {
            throw invalid(value, frames.count, "Values are nested deeper than \(configuration.maximumDepth) levels")
        }
        bytes.appendDeterministic(value)
    }

    private func append(_ date: Date) throws {
        let seconds = date.timeIntervalSince1970
        // The error has the seconds and not the date, because a date that is not a number cannot be printed.
        guard seconds.isFinite else { throw invalid(seconds, frames.count, "A date of \(seconds) seconds") }
        bytes.appendHead(.tag, CBORTag.epochTime)
        if let whole = Int64(exactly: seconds) {
            bytes.appendInteger(whole)
        } else {
            bytes.appendFloat(seconds)
        }
    }
}
