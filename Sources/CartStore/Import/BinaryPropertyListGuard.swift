/// A binary property list whose objects were checked, before anything is made of them, to form a tree that is not much
/// larger than the file.
///
/// They refer to one another by number, so some kilobytes may stand for an endless, or a billionfold, content. What a
/// file stands for is counted in units, about as many as it would have bytes of references and offsets if nothing were
/// shared: a container is four, anything else one, and 64 bytes of a text that is decoded are one more. A row whose
/// texts are all shared, and as long as they may be, has 19 units and takes 24 bytes or more in a file of a size that
/// matters; so none that a program writes has more units than bytes.
///
/// The format: "bplist00", the objects, a table of their offsets, and 32 bytes at the end that say where the table is
/// and how wide its numbers are (CFBinaryPList.c describes it).
struct BinaryPropertyListGuard {
    /// Containers in one another: a catalog has four.
    static let depthLimit = 64
    /// Units that a file may have for each of its bytes.
    static let unitsPerByte = 1
    /// Units that any file may have; in a small one all references are of one byte.
    static let freeUnits = 1 << 16

    /// Checks a file.
    init(checking bytes: [UInt8]) throws(FileRefusal) {
        try self.init(bytes)
        try measure()
        sizes = []
    }

    /// The whole file.
    let bytes: [UInt8]
    private let offsetWidth: Int
    /// Bytes of a reference to an object.
    let referenceWidth: Int
    private let count: Int
    /// The outermost object.
    let top: Int
    private let table: Int

    /// The units that each object stands for with all below it; 0 for one that was not measured yet.
    private var sizes: [UInt32]

    private static let cutShort = FileRefusal(reason: "it is no binary property list, or it is cut short")

    private init(_ bytes: [UInt8]) throws(FileRefusal) {
        let trailer = bytes.count - 32
        guard trailer >= 9 else {
            throw Self.cutShort
        }
        self.bytes = bytes
        offsetWidth = Int(bytes[trailer + 6])
        referenceWidth = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth),
            let count = Self.number(in: bytes, at: trailer + 8, width: 8),
            let top = Self.number(in: bytes, at: trailer + 16, width: 8),
            let table = Self.number(in: bytes, at: trailer + 24, width: 8),
            table >= 9, table <= trailer, count > 0, count <= (trailer - table) / offsetWidth, top < count,
            // Each object has a byte and an offset of its own.
            count <= table - 8, offsetWidth >= 4 || count <= 1 << (8 * offsetWidth)
        else {
            throw Self.cutShort
        }
        (self.count, self.top, self.table) = (count, top, table)
        sizes = Array(repeating: 0, count: count)
    }

    /// A container that is being measured.
    private struct Frame {
        let object: Int
        let children: Range<Int>
        var next: Int
        var size: UInt32
    }

    private mutating func measure() throws(FileRefusal) {
        // A file that is too large for it is refused before it is read.
        let limit = UInt32(clamping: Self.freeUnits + Self.unitsPerByte * bytes.count)
        // References that were gone after; they are as many as units at the most, and of the same memory often.
        var visits: UInt32 = 0
        var frames: [Frame] = []
        var object = top
        while true {
            var size = sizes[object]
            if size == 0 {
                let found = try self.object(object)
                if found.children.isEmpty {
                    size = found.units
                    sizes[object] = size
                } else {
                    guard frames.count < Self.depthLimit else {
                        throw FileRefusal(
                            reason: "its containers hold themselves, or are nested more than \(Self.depthLimit) deep"
                        )
                    }
                    frames.append(
                        Frame(
                            object: object,
                            children: found.children,
                            next: found.children.lowerBound,
                            size: found.units
                        )
                    )
                }
            }
            // Add a finished object to the one that holds it, and go to the next that is not finished.
            while true {
                guard var frame = frames.popLast() else {
                    return
                }
                let (sum, overflows) = frame.size.addingReportingOverflow(size)
                guard !overflows, sum <= limit, visits < limit else {
                    throw FileRefusal(
                        reason: "it refers to the same objects again and again, and stands for much more than it has"
                    )
                }
                frame.size = sum
                visits += 1
                size = 0
                if frame.next < frame.children.upperBound {
                    guard let child = Self.number(in: bytes, at: frame.next, width: referenceWidth), child < count
                    else {
                        throw Self.cutShort
                    }
                    frame.next += referenceWidth
                    frames.append(frame)
                    object = child
                    break
                }
                sizes[frame.object] = frame.size
                size = frame.size
            }
        }
    }

    /// An object: what it is, and where its content is, the references of a container included.
    struct Object {
        let kind: UInt8
        let detail: UInt8
        let content: Range<Int>

        /// Where the references of a container are in the file; empty for everything else.
        var children: Range<Int> { isContainer ? content : 0..<0 }

        private var isContainer: Bool { kind == 0xA || kind == 0xC || kind == 0xD }

        /// What it counts without what is below it.
        var units: UInt32 {
            switch kind {
            case 0xA, 0xC, 0xD: 4
            case 0x5 where content.count <= CatalogField.textLimit,
                0x6 where content.count <= 2 * CatalogField.textLimit:
                1 + UInt32(content.count / 64)
            default: 1
            }
        }
    }

    /// The object of a number, with its content inside of the file.
    func object(_ number: Int) throws(FileRefusal) -> Object {
        guard number >= 0, number < count,
            let offset = Self.number(in: bytes, at: table + number * offsetWidth, width: offsetWidth),
            offset >= 8, offset < table
        else {
            throw Self.cutShort
        }
        let (kind, detail) = (bytes[offset] >> 4, bytes[offset] & 0x0F)
        var count = Int(detail)
        var start = offset + 1
        var width = 1
        switch kind {
        case 0x1, 0x2, 0x3:
            // Numbers and dates are of 2^detail bytes; nobody has longer ones than 16.
            count = 1 << min(count, 5)
        case 0x4, 0x5: break
        case 0x6: width = 2
        case 0xA, 0xC: width = referenceWidth
        case 0xD: width = 2 * referenceWidth
        default: count = 0
        }
        if detail == 0x0F, kind >= 0x4, count > 0 {
            // The count is an object of its own: 0x1n, a number of 2^n bytes.
            guard start < table, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else {
                throw Self.cutShort
            }
            let countWidth = 1 << Int(bytes[start] & 0x0F)
            guard let value = Self.number(in: bytes, at: start + 1, width: countWidth) else {
                throw Self.cutShort
            }
            count = value
            start += 1 + countWidth
        }
        guard start <= table, count <= (table - start) / width else {
            throw Self.cutShort
        }
        let content = start..<start + count * width
        if kind == 0x5 && bytes[content].elementsEqual("$null".utf8)
            || kind == 0x6 && bytes[content].elementsEqual("\0$\0n\0u\0l\0l".utf8)
        {
            throw FileRefusal(reason: "the text $null stands for nothing in a property list, and not for a text")
        }
        return Object(kind: kind, detail: detail, content: content)
    }

    /// The number of the object that a reference in a container stands for.
    func reference(at position: Int) throws(FileRefusal) -> Int {
        guard let number = Self.number(in: bytes, at: position, width: referenceWidth), number < count else {
            throw Self.cutShort
        }
        return number
    }

    /// A big-endian number of 1 to 8 bytes that fits Int, or nil.
    private static func number(in bytes: [UInt8], at position: Int, width: Int) -> Int? {
        guard position >= 0, position <= bytes.count - width else {
            return nil
        }
        let value = bytes[position..<position + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }
}
