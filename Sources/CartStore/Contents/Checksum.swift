/// The checksum CRC-32C (RFC 3720, appendix B.4): a changed byte, and any other change of up to 32 bits in a row, is found.
enum Checksum {
    /// The checksum of some bytes.
    static func crc32c(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            let raw = UnsafeRawBufferPointer(bytes)
            var crc: UInt32 = ~0
            var position = 0
            // Eight bytes at a time, each by a table of its own: several times as fast as one by one.
            while position + 8 <= bytes.count {
                var word =
                    UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)) ^ UInt64(crc)
                crc = 0
                for place in 0..<8 {
                    crc ^= tables[(7 - place) << 8 | Int(word & 0xFF)]
                    word >>= 8
                }
                position += 8
            }
            while position < bytes.count {
                crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[position])) & 0xFF)]
                position += 1
            }
            return ~crc
        }
    }

    /// Eight tables of 256 one after another: what a byte comes to that is followed by none to seven zeros.
    private static let tables: [UInt32] = {
        var tables = (0..<256 as Range<UInt32>).map { byte in
            // The polynomial, its bits from low to high.
            (0..<8).reduce(byte) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0x82F6_3B78 }
        }
        for index in 256..<2048 {
            let before = tables[index - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()
}
