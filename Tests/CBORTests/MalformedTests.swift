import CBOR
import Testing

@Suite("input that is refused")
struct MalformedTests {
    /// RFC 8949 Appendix F.1, all of it; items are separated by commas.
    static let appendixF: [(kind: String, items: String)] = [
        (
            "end of input in a head",
            """
            18, 19, 1a, 1b, 19 01, 1a 01 02, 1b 01 02 03 04 05 06 07, 38, 58, 78, 98, 9a 01 ff 00, b8, d8, f8, f9 00,
            fa 00 00, fb 00 00 00
            """
        ),
        (
            "definite-length strings with short data",
            """
            41, 61, 5a ff ff ff ff 00, 5b ff ff ff ff ff ff ff ff 01 02 03, 7a ff ff ff ff 00,
            7b 7f ff ff ff ff ff ff ff 01 02 03
            """
        ),
        (
            "definite-length maps and arrays not closed with enough items",
            "81, 81 81 81 81 81 81 81 81 81, 82 00, a1, a2 01 02, a1 00, a2 00 00 00"
        ),
        ("tag number without content", "c0"),
        ("indefinite-length strings without a break", "5f 41 00, 7f 61 00"),
        (
            "indefinite-length maps and arrays without a break",
            "9f, 9f 01 02, bf, bf 01 02 01 02, 81 9f, 9f 80 00, 9f 9f 9f 9f 9f ff ff ff ff, 9f 81 9f 81 9f 9f ff ff ff"
        ),
        (
            "reserved additional information",
            """
            1c, 1d, 1e, 3c, 3d, 3e, 5c, 5d, 5e, 7c, 7d, 7e, 9c, 9d, 9e, bc, bd, be, dc, dd, de, fc, fd, fe
            """
        ),
        ("reserved two-byte simple values", "f8 00, f8 01, f8 18, f8 1f"),
        (
            "chunks of another type",
            "5f 00 ff, 5f 21 ff, 5f 61 00 ff, 5f 80 ff, 5f a0 ff, 5f c0 00 ff, 5f e0 ff, 7f 41 00 ff"
        ),
        ("chunks without a length", "5f 5f 41 00 ff ff, 7f 7f 61 00 ff ff"),
        ("a break on its own", "ff"),
        (
            "a break in a definite-length array or map or a tag",
            "81 ff, 82 00 ff, a1 ff, a1 ff 00, a1 00 ff, a2 00 00 ff, 9f 81 ff, 9f 82 9f 81 9f 9f ff ff ff ff"
        ),
        ("a break where a value belongs", "bf 00 ff, bf 00 00 00 ff"),
        ("major types without an indefinite length", "1f, 3f, df"),
    ]

    @Test("RFC 8949 Appendix F.1")
    func everyExampleOfTheRFC() {
        var count = 0
        for (kind, items) in Self.appendixF {
            for item in items.split(separator: ",") {
                let input = bytes(String(item))
                count += 1
                #expect(throws: DecodingError.self, "\(kind): \(item)") { try CBOREncoded(input) }
                #expect(throws: DecodingError.self, "\(kind): \(item)") {
                    try CBORDecoder().decode(CBORValue.self, from: input)
                }
                #expect(throws: DecodingError.self, "\(kind): \(item) as a part that is not read") {
                    try CBORDecoder().decode(Ignorant.self, from: bytes("a1 6178") + input)
                }
            }
        }
        #expect(count == 94)
    }

    private struct Ignorant: Decodable {}

    @Test("bytes behind the item")
    func trailing() {
        #expect(throws: DecodingError.self) { try CBORDecoder().decode(Int.self, from: [0x01, 0x02]) }
        #expect(throws: DecodingError.self) { try CBORDecoder().decode(Int.self, from: []) }
    }

    @Test(
        "text that is not UTF-8",
        arguments: [
            "61 80", "61 ff", "62 c0 80", "62 c1 bf", "63 e0 9f bf", "63 ed a0 80", "63 ed bf bf", "64 f0 8f bf bf",
            "64 f4 90 80 80", "64 f5 80 80 80", "61 c3", "62 e6 b0", "63 f0 90 85", "62 c3 28", "63 e6 28 b4",
            "64 f0 90 28 91", "69 6161616161616161 80", "7f 61 c3 61 bc ff", "a1 61 ff 00",
        ]
    )
    func badText(_ text: String) {
        #expect(throws: DecodingError.self) { try CBOREncoded(bytes(text)) }
        #expect(throws: DecodingError.self) { try CBORDecoder().decode(String.self, from: bytes(text)) }
    }

    @Test(
        "text that is UTF-8 to the last scalar",
        arguments: [
            0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff,
        ]
    )
    func goodText(_ value: UInt32) throws {
        let text = String(String.UnicodeScalarView([try #require(Unicode.Scalar(value))]))
        let padded = "abcdefgh" + text + "\u{0}\u{301}"
        #expect(
            try CBORDecoder().decode(String.self, from: try CBOREncoder().encode(padded)).utf8.elementsEqual(
                padded.utf8
            )
        )
    }

    @Test(
        "a key that comes twice, in any spelling",
        arguments: [
            "a2 6161 01 6161 02", "a3 6162 01 6161 02 6162 03", "bf 6161 01 6161 02 ff", "a2 01 00 01 00",
            "a2 01 00 1801 00",
            "a2 1801 00 190001 00", "a2 6161 00 780161 61", "a2 6161 00 7f 6161 ff 00", "a2 7f 6161 ff 00 6161 00",
            "a2 41 00 00 5f 4100 ff 00", "a2 f93c00 00 fa3f800000 00", "a2 f97e00 00 fb7ff8000000000000 00",
            "a2 80 00 9f ff 00", "a2 820102 00 9f 01 1802 ff 00", "a2 a2 01 02 03 04 00 a2 03 04 01 02 00",
            "a2 c100 00 c1 1800 00", "a2 f4 00 f4 00", "81 a2 00 00 00 00", "a1 00 a2 00 00 00 00",
            "a2 f820 00 f820 00",
        ]
    )
    func duplicateKeys(_ text: String) {
        #expect(throws: DecodingError.self) { try CBOREncoded(bytes(text)) }
    }

    @Test(
        "keys that only look alike",
        arguments: [
            "a2 01 00 6131 00", "a2 01 00 f93c00 00", "a2 f90000 00 f98000 00", "a2 6161 00 4161 00", "a2 20 00 00 00",
            "a2 c100 00 c000 00", "a2 80 00 a0 00", "a2 f4 00 f5 00", "a2 6162 00 6161 00",
        ]
    )
    func distinctKeys(_ text: String) throws {
        let value = try CBORDecoder().decode(CBORValue.self, from: bytes(text))
        guard case .map(let members) = value else {
            Issue.record("\(value)")
            return
        }
        #expect(members.count == 2)
    }

    @Test("nesting up to the limit", arguments: ["81", "9f", "a100", "bf00", "c1"])
    func depth(_ opening: String) throws {
        let end: [UInt8] = ["9f", "bf00"].contains(opening) ? [0xff] : []
        func nested(_ depth: Int) -> [UInt8] {
            Array(repeatElement(bytes(opening), count: depth).joined()) + [0x00]
                + Array(repeatElement(end, count: depth).joined())
        }
        _ = try CBORDecoder().decode(CBORValue.self, from: nested(127))
        _ = try CBORDecoder().decode(CBORValue.self, from: nested(128))
        #expect(throws: DecodingError.self) { try CBORDecoder().decode(CBORValue.self, from: nested(129)) }
        #expect(throws: DecodingError.self) { try CBORDecoder().decode(Int.self, from: nested(10_000)) }
        _ = try CBORDecoder(maximumDepth: 200).decode(CBORValue.self, from: nested(129))
        #expect(throws: DecodingError.self) { try CBORDecoder(maximumDepth: 0).decode(Int.self, from: nested(1)) }
        let deep = Array(repeatElement(bytes(opening), count: 100_000).joined())
        #expect(throws: DecodingError.self) { try CBOREncoded(deep) }
    }

    @Test("lengths that nobody could fill cost nothing")
    func giantClaims() throws {
        let before = try peakMemory()
        let lengths = [
            "1affffffff", "1b0000000100000000", "1b4000000000000000", "1b8000000000000000", "1bffffffffffffffff",
        ]
        for majorType in [2, 3, 4, 5] as [UInt8] {
            for length in lengths {
                var head = bytes(length)
                head[0] |= majorType << 5
                let prefixes: [[UInt8]] = [
                    [], [0x81], bytes("a100"), bytes("9f"), bytes("c1"), majorType == 3 ? [0x7f] : [0x5f],
                ]
                for prefix in prefixes {
                    let input = prefix + head + [UInt8](repeating: 0, count: 64)
                    #expect(throws: DecodingError.self) { try CBOREncoded(input) }
                    #expect(throws: DecodingError.self) { try CBORDecoder().decode([Int].self, from: input) }
                    #expect(throws: DecodingError.self) { try CBORDecoder().decode(CBORValue.self, from: input) }
                }
            }
        }
        // The least that is claimed is 4 GiB; other tests run beside this one, and so need some room.
        #expect(try peakMemory() - before < 2 << 20)
    }

    @Test("large maps in an unkind order are read in reasonable time")
    func largeMaps() throws {
        let count = 5_000
        let members = (0..<count).map { (CBORValue.text("key\($0)"), CBORValue($0)) }
        let text = try CBOREncoder().encode(CBORValue.map(Dictionary(uniqueKeysWithValues: members)))
        #expect(try CBORDecoder().decode(Backwards.self, from: text).sum == count * (count - 1) / 2)
        let numbers = try CBOREncoder(keyStrategy: .integers).encode(
            Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, $0) })
        )
        #expect(try CBORDecoder().decode([Int: Int].self, from: numbers).count == count)
        #expect(try CBORDecoder().decode(Backwards.self, from: numbers).sum == count * (count - 1) / 2)
    }

    /// Asks for the keys of a map from the last to the first.
    private struct Backwards: Decodable {
        var sum = 0

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys.reversed() {
                sum += try container.decode(Int.self, forKey: key)
            }
        }
    }

    @Test("a large map's keys are told apart and found, however they are spelled")
    func spelledKeys() throws {
        // Texts in one piece, with a long head and in chunks; integers with short and long heads; and keys of which
        // none can be asked for.
        let spellings: [(Int) -> [UInt8]] = [
            { [0x65] + text($0) }, { [0x78, 0x05] + text($0) },
            { [0x7f, 0x62] + text($0).prefix(2) + [0x63] + text($0).dropFirst(2) + [0xff] },
            { [0x1a] + number($0) }, { [0x3b, 0, 0, 0, 0] + number($0) },
            { [0x45] + text($0) }, { [0xfa] + number($0) }, { [0x81, 0x1a] + number($0) }, { [0xc1, 0x65] + text($0) },
            { [0xa1, 0x1a] + number($0) + [0x00] },
        ]
        let count = 5_000
        var members: [[UInt8]] = []
        for index in 0..<count {
            // 5,000 and 7,919 have no divisor in common, so every index comes once.
            let key = index * 7_919 % count
            members.append(spellings[key % spellings.count](key) + [0x1a] + number(key))
        }
        func map(_ members: [[UInt8]]) -> [UInt8] { [0xba] + number(members.count) + members.joined() }
        let answers = try CBORDecoder().decode(Backwards.self, from: map(members))
        #expect(answers.sum == (0..<count).filter { $0 % 10 < 5 }.reduce(0, +))

        // The same key in any two spellings of its kind is refused.
        for (one, other) in [(0, 1), (0, 2), (1, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9)] {
            let twice = [spellings[one](77) + [0x00], spellings[other](77) + [0x00]]
            #expect(throws: DecodingError.self) { try CBOREncoded(map(members + twice)) }
            #expect(throws: DecodingError.self) { try CBOREncoded(map(twice)) }
        }
        let shorter: [[UInt8]] = [[0x18, 0x01, 0x00], [0x01, 0x00]]
        #expect(throws: DecodingError.self) { try CBOREncoded(map(members + shorter)) }

        func text(_ number: Int) -> [UInt8] { Array(String(number + 10_000).utf8) }
        func number(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    }

    @Test("keys inside of keys inside of keys are refused before they cost much")
    func keysInKeys() {
        var input = [UInt8](repeating: 0x80, count: 20_000)
        input = bytes("99 4e20") + input
        for _ in 0..<100 { input = [0xa1] + input + [0x00] }
        #expect(throws: DecodingError.self) { try CBORDecoder().decode(CBORValue.self, from: input) }
    }
}
