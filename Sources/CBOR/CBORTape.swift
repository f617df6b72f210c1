/// The index of one checked input: an entry for every item in order of appearance, so that whatever comes after the
/// check steps over an item of any size in one move.
///
/// A tag takes one entry and its content follows; an array or a map takes two and its children follow, keys and values
/// in turn. Strings of indefinite length are one entry, chunks and all. An entry is eight bytes, and there are at most
/// two for each byte of input (empty containers), so memory follows what is there and not what a length claims.
struct CBORTape {
    struct Entry: BitwiseCopyable {
        /// Of an item: where its head is.
        ///
        /// Of the second entry of a container: where the container ends, with `Entry.integerKeys` for a map that may
        /// have any, and, while it is being scanned, how many children are still missing (`Entry.indefinite`: until the
        /// break).
        var offset: UInt32
        /// Of an item: the entry behind it and all that is inside, and, while it is being scanned, the container around
        /// it (`Entry.none`: no container).
        ///
        /// Of the second entry of an array: the number of elements. Of the second entry of a map: the key where the
        /// next look-up starts.
        var next: UInt32

        static let none = UInt32.max
        static let indefinite = UInt32.max
        static let integerKeys: UInt32 = 1 << 31
    }

    /// Offsets have 31 bits.
    static let maximumInput = Int(Int32.max)

    /// The input; emptied when the call that lent it returns.
    var bytes: UnsafeRawBufferPointer
    private(set) var entries: ScratchStack<Entry>

    /// An empty tape; `close` it at the end.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        entries = ScratchStack(capacity: min(bytes.count + 2, 128))
    }

    /// Lets go of the input and of all memory.
    ///
    /// What is read from then on is an input that is empty.
    mutating func close() {
        bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        entries.close()
    }

    var count: Int { entries.count }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    /// An entry; where there is none, one that points behind everything.
    @inline(__always)
    subscript(index: Int) -> Entry {
        get {
            guard UInt(bitPattern: index) < UInt(bitPattern: entries.count) else {
                return Entry(offset: UInt32.max, next: UInt32.max)
            }
            return entries.base[index]
        }
        set {
            guard UInt(bitPattern: index) < UInt(bitPattern: entries.count) else { return }
            entries.base[index] = newValue
        }
    }

    @inline(__always)
    func offset(_ index: Int) -> Int { Int(self[index].offset) }

    /// The entry behind an item.
    @inline(__always)
    func next(_ index: Int) -> Int { Int(self[index].next) }

    @inline(__always)
    func head(_ index: Int) throws(CBORFault) -> CBORHead {
        try CBORHead(in: bytes, at: offset(index))
    }

    /// The item inside of all tags around it.
    @inline(__always)
    func content(_ index: Int) throws(CBORFault) -> (index: Int, head: CBORHead) {
        var index = index
        var head = try head(index)
        while head.initialByte >> 5 == CBORMajorType.tag.rawValue {
            index += 1
            head = try self.head(index)
        }
        return (index, head)
    }

    /// The offset behind an item.
    func end(_ index: Int) throws(CBORFault) -> Int {
        let (index, head) = try content(index)
        switch head.majorType {
        case .array, .map:
            return Int(self[index + 1].offset & ~Entry.integerKeys)
        case .bytes, .text:
            guard head.isIndefinite else { return head.contentEnd }
            var position = head.end
            while bytes[position] != CBORByte.break {
                let chunk = try CBORHead(in: bytes, at: position)
                position = chunk.contentEnd
            }
            return position + 1
        default:
            return head.end
        }
    }
}
