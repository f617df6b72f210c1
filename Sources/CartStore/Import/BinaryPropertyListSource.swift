/// A binary property list as a sequence of values.
///
/// ``BinaryPropertyListGuard`` has found that its containers form a tree that is not deep and stands for about as much
/// as the file has; every offset is checked again where it is used.
struct BinaryPropertyListSource: CatalogSource {
    private let file: BinaryPropertyListGuard

    /// A container that has begun and not ended.
    private struct Container {
        /// Where the reference to the next element or key is in the file.
        var next: Int
        /// Where the references to elements or keys end.
        let end: Int
        /// Bytes from the reference to a key to that to its value.
        let toValue: Int
    }

    private var open: [Container] = []
    /// The object that is begun next.
    private var object: Int

    /// Checks the file.
    init(_ bytes: [UInt8]) throws(FileRefusal) {
        file = try BinaryPropertyListGuard(checking: bytes)
        object = file.top
    }

    mutating func begin(wanted: Bool) throws(FileRefusal) -> CatalogValue {
        let found = try file.object(object)
        let bytes = file.bytes
        switch (found.kind, found.detail) {
        case (0x0, 0x0): return .scalar(.null)
        case (0x0, 0x8), (0x0, 0x9): return .scalar(.boolean)
        case (0x1, 0...4): return .scalar(try integer(found.content))
        case (0x2, 2...3): return .scalar(.real)
        case (0x3, 3): return .scalar(.date)
        case (0x4, _): return .scalar(.data)
        case (0x5, _):
            guard wanted else {
                return .scalar(.other("text"))
            }
            guard found.content.count <= CatalogField.textLimit else {
                return .scalar(.longText)
            }
            // ASCII, which is to be taken at its word.
            let text = bytes.withUnsafeBufferPointer { bytes in
                let text = bytes[found.content]
                return text.allSatisfy { $0 < 0x80 } ? String(decoding: text, as: UTF8.self) : nil
            }
            return .scalar(text.map { .text($0) } ?? .notUnicode)
        case (0x6, _):
            guard wanted else {
                return .scalar(.other("text"))
            }
            // A unit is a byte of UTF-8 at least.
            guard found.content.count <= 2 * CatalogField.textLimit else {
                return .scalar(.longText)
            }
            let units = stride(from: found.content.lowerBound, to: found.content.upperBound, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return .scalar(String(validating: units, as: UTF16.self).map { .text($0) } ?? .notUnicode)
        case (0xA, _):
            let content = found.content
            open.append(Container(next: content.lowerBound, end: content.upperBound, toValue: 0))
            return .array
        case (0xD, _):
            let half = found.content.count / 2
            let start = found.content.lowerBound
            open.append(Container(next: start, end: start + half, toValue: half))
            return .dictionary
        default:
            throw FileRefusal(
                reason: "it is no binary property list: it has an object of the unknown kind "
                    + "0x\(String(found.kind << 4 | found.detail, radix: 16))"
            )
        }
    }

    /// A whole number; of those that are 16 bytes long only such as are 64 bits without a sign.
    private func integer(_ content: Range<Int>) throws(FileRefusal) -> CatalogField {
        let bytes = file.bytes[content]
        let value = bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        switch bytes.count {
        case 8: return .integer(String(Int64(bitPattern: value)))
        case 16: return bytes.prefix(8).allSatisfy { $0 == 0 } ? .integer(String(value)) : .tooLarge
        default: return .integer(String(value))
        }
    }

    mutating func nextElement() throws(FileRefusal) -> Bool {
        try next() != nil
    }

    mutating func nextKey() throws(FileRefusal) -> CatalogKey?? {
        guard let container = try next() else {
            return nil
        }
        let key = try file.object(object)
        guard key.kind == 0x5 || key.kind == 0x6 else {
            throw FileRefusal(reason: "it is no binary property list: a key is no text")
        }
        object = try file.reference(at: container.next + container.toValue)
        guard key.kind == 0x5 else {
            guard key.content.count <= 2 * CatalogKey.longest else {
                return .some(nil)
            }
            // Text that needs UTF-16 is none of the keys; one that does not may be.
            let units = stride(from: key.content.lowerBound + 1, to: key.content.upperBound, by: 2)
            let isPlain = units.allSatisfy { file.bytes[$0 - 1] == 0 && file.bytes[$0] < 0x80 }
            let text = isPlain ? units.map { file.bytes[$0] } : []
            return .some(text.withUnsafeBufferPointer { CatalogKey($0) })
        }
        return .some(
            file.bytes.withUnsafeBufferPointer { CatalogKey(UnsafeBufferPointer(rebasing: $0[key.content])) }
        )
    }

    /// Goes to the next object that the innermost container refers to first, or ends the container.
    ///
    /// - Returns: The container as it was before.
    private mutating func next() throws(FileRefusal) -> Container? {
        guard let last = open.indices.last, open[last].next < open[last].end else {
            _ = open.popLast()
            return nil
        }
        let container = open[last]
        object = try file.reference(at: container.next)
        open[last].next += file.referenceWidth
        return container
    }

    mutating func end() throws(FileRefusal) {}
}
