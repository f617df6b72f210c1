import CartModel

/// The answers of one turn as the database keeps them: a directory of keys, and one value of all bodies.
///
/// A directory entry: owner (4 bytes), length of the key (1), key, length of the request (4), length of the answer (4);
/// numbers are little-endian. The bodies are request, answer, request, answer, ... in the order of the directory.
struct AnswerBatch {
    private(set) var directory: [UInt8] = []
    private(set) var bodies: [UInt8] = []
    private(set) var entries: [Entry] = []

    /// A directory entry: a key, and where its bodies are.
    struct Entry: Hashable {
        let key: IdempotencyKey
        let request: Range<Int>
        let answer: Range<Int>
    }

    mutating func append(_ answer: RecordedAnswer, for key: IdempotencyKey) {
        append(key.owner)
        directory.append(UInt8(truncatingIfNeeded: key.key.utf8.count))
        key.key.withUTF8Bytes { directory.append(contentsOf: $0) }
        append(UInt32(truncatingIfNeeded: answer.request.count))
        append(UInt32(truncatingIfNeeded: answer.answer.count))
        let start = bodies.count
        bodies.append(contentsOf: answer.request)
        let middle = bodies.count
        bodies.append(contentsOf: answer.answer)
        entries.append(Entry(key: key, request: start..<middle, answer: middle..<bodies.count))
    }

    private mutating func append(_ value: UInt32) {
        withUnsafeBytes(of: value.littleEndian) { directory.append(contentsOf: $0) }
    }

    /// Reads a directory, or gives nil where it cannot be one.
    static func entries(of directory: UnsafeBufferPointer<UInt8>) -> [Entry]? {
        var entries: [Entry] = []
        var rest = directory[...]
        var end = 0
        while !rest.isEmpty {
            guard let owner = number(from: &rest), let length = rest.popFirst(), rest.count >= length,
                let text = String(exactly: UnsafeBufferPointer(rebasing: rest.prefix(Int(length)))),
                let key = try? IdempotencyKey(owner: owner, key: text)
            else {
                return nil
            }
            rest = rest.dropFirst(Int(length))
            guard let request = number(from: &rest), let answer = number(from: &rest) else {
                return nil
            }
            // Sums of 32-bit numbers stay far from the end of Int.
            let middle = end + Int(request)
            entries.append(Entry(key: key, request: end..<middle, answer: middle..<middle + Int(answer)))
            end = middle + Int(answer)
        }
        return entries
    }

    private static func number(from rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
        guard rest.count >= 4 else {
            return nil
        }
        let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest.prefix(4)))
        rest = rest.dropFirst(4)
        return UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
    }
}
