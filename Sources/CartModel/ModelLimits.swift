/// The bounds of all that the model holds.
///
/// They are chosen so that a full cart of the longest products still fits one frame of 1 MiB: 1,000 lines of at most
/// 128 + 400 + 255 bytes of text, the id twice.
package enum ModelLimits {
    /// Bytes of UTF-8 in the name of a cart or catalog: 1 to 128.
    package static let nameBytes = 128
    /// Bytes of UTF-8 in a product's id: 1 to 128.
    package static let productIDBytes = 128
    /// Bytes of UTF-8 in a product's name (1 to 400) and in a group's title (0 to 400).
    package static let titleBytes = 400
    /// Bytes of UTF-8 in an icon's name: 0 to 255, as a file name (NAME_MAX, limits.h).
    package static let iconBytes = 255
    /// Quantity of a line: 1 to 2,147,483,647.
    package static let quantities: ClosedRange<Int64> = 1...Int64(Int32.max)
    /// Capacity of a cart in lines: 1 to 1,000.
    package static let capacities: ClosedRange<Int64> = 1...1000
    /// Products in a catalog: at most 2,000,000.
    package static let products = 2_000_000
    /// Carts in a store: at most 10,000.
    package static let carts = 10_000
    /// Controls in a store: at most 10,000.
    package static let controls = 10_000
    /// Catalogs in a store: at most 256, with those that came with the daemon and those that were removed; of the latter
    /// the first that was made is forgotten where another name needs its place.
    package static let catalogs = 256
    /// Products and groups in all catalogs of a store together: at most 4,000,000, which are 3 GiB on disk at the most.
    package static let storedProducts = 4_000_000

    /// Checks the name of a cart or catalog.
    ///
    /// - Parameters:
    ///   - name: The name; 1 to ``nameBytes`` bytes without control characters.
    ///   - kind: What is named, for the message: `cart`, `catalog`.
    /// - Throws: `invalidName`.
    package static func check(name: String, of kind: String) throws(CartError) {
        if let reason = fault(in: name, bytes: nameBytes) {
            throw CartError(
                .invalidName,
                "the name of a \(kind) \(reason)",
                details: ["kind": .string(kind), "name": .string(name.excerpt())]
            )
        }
    }

    /// Says what is wrong with an identifying text, or nil.
    package static func fault(in text: String, bytes limit: Int) -> String? {
        if text.isEmpty {
            return "is empty"
        }
        if text.utf8.count > limit {
            return "has \(text.utf8.count) bytes; at most \(limit) are allowed"
        }
        // Ids and names are written into logs, terminals and environment fields. The control characters (general
        // category Cc) are U+0000 to U+001F and U+007F to U+009F: in UTF-8 one byte, or C2 and 80 to 9F.
        let hasControl = text.withUTF8Bytes { bytes in
            // Most are printable ASCII throughout, 20 to 7E, which is seen sooner.
            guard !bytes.allSatisfy({ $0 &- 0x20 < 0x5F }) else {
                return false
            }
            var previous: UInt8 = 0
            for byte in bytes {
                if byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0) {
                    return true
                }
                previous = byte
            }
            return false
        }
        return hasControl ? "has a control character" : nil
    }
}

extension String {
    /// Whether two texts have the same bytes; `==` takes canonically equivalent ones for the same.
    package func isIdentical(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else {
            return false
        }
        return withUTF8Bytes { bytes in
            // Copies of a text share their bytes.
            other.withUTF8Bytes { bytes.baseAddress == $0.baseAddress || bytes.elementsEqual($0) }
        }
    }

    /// Calls a function with the text's bytes, which a native string has in one piece.
    @inlinable package func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
    }
}
