/// A title as a key of a cache.
///
/// Two titles are the same when their bytes are: `String` also equates é with e and a combining accent, which fonts may
/// measure differently.
struct TitleKey: Hashable {
    private let title: String
    /// What else the answer depends on, such as a width.
    private let bits: UInt64

    init(_ title: String, bits: UInt64 = 0) {
        self.title = title
        self.bits = bits
    }

    static func == (one: TitleKey, other: TitleKey) -> Bool {
        one.bits == other.bits && one.title.utf8.elementsEqual(other.title.utf8)
    }

    func hash(into hasher: inout Hasher) {
        let isContiguous: Void? = title.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isContiguous == nil {
            for byte in title.utf8 { hasher.combine(byte) }
        }
        hasher.combine(bits)
    }
}
