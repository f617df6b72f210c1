import CartModel

/// Some answers of one turn as the database keeps them: a directory of keys, and one value of all bodies.
///
/// A directory entry: owner (4 bytes), length of the key (1), key, length of the request (4), length of the answer (4);
/// numbers are little-endian. The bodies are request, answer, request, answer, ... in the order of the directory.
struct AnswerBatch {
    private(set) var directory: [UInt8] = []
    private(set) var bodies: [UInt8] = []

    /// Bytes on disk, beside what the database needs for a row.
    var size: Int { directory.count + bodies.count }

    /// Bytes of one answer on disk.
    static func size(of answer: RecordedAnswer, for key: IdempotencyKey) -> Int {
        13 + key.key.utf8.count + answer.request.count + answer.answer.count
    }

    mutating func append(_ answer: RecordedAnswer, for key: IdempotencyKey) {
        append(key.owner)
        directory.append(UInt8(truncatingIfNeeded: key.key.utf8.count))
        key.key.withUTF8Bytes { directory.append(contentsOf: $0) }
        append(UInt32(truncatingIfNeeded: answer.request.count))
        append(UInt32(truncatingIfNeeded: answer.answer.count))
        bodies.append(contentsOf: answer.request)
        bodies.append(contentsOf: answer.answer)
    }

    private mutating func append(_ value: UInt32) {
        withUnsafeBytes(of: value.littleEndian) { directory.append(contentsOf: $0) }
    }
}

/// Reads a directory of answers, entry by entry.
struct AnswerDirectory {
    /// A key, and where its bodies are; it points into the directory.
    struct Entry {
        let owner: UInt32
        let key: UnsafeBufferPointer<UInt8>
        let request: Range<Int>
        let answer: Range<Int>

        /// Bytes on disk.
        var size: Int { 13 + key.count + request.count + answer.count }

        /// Whether it is the entry of a key.
        func isFor(_ other: IdempotencyKey) -> Bool {
            owner == other.owner && other.key.withUTF8Bytes { $0.count == key.count && $0.elementsEqual(key) }
        }
    }

    private var rest: Slice<UnsafeBufferPointer<UInt8>>
    private var end = 0
    /// Whether the directory cannot be one.
    private(set) var isBroken = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        rest = bytes[...]
    }

    /// The next entry; nil at the end and where it cannot be read.
    mutating func next() -> Entry? {
        guard !rest.isEmpty, !isBroken else {
            return nil
        }
        guard let owner = number(), let length = rest.popFirst().map(Int.init), IdempotencyKey.lengths.contains(length),
            rest.count >= length
        else {
            isBroken = true
            return nil
        }
        let key = UnsafeBufferPointer(rebasing: rest.prefix(length))
        rest = rest.dropFirst(length)
        guard let request = number(), let answer = number() else {
            isBroken = true
            return nil
        }
        // Sums of 32-bit numbers stay far from the end of Int.
        let start = end
        let middle = start + Int(request)
        end = middle + Int(answer)
        return Entry(owner: owner, key: key, request: start..<middle, answer: middle..<end)
    }

    private mutating func number() -> UInt32? {
        guard rest.count >= 4 else {
            return nil
        }
        let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest.prefix(4)))
        rest = rest.dropFirst(4)
        return UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
    }
}
