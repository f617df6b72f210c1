import CBOR
import Testing
import TestSupport

@Suite("random data")
struct RandomTests {
    @Test("values survive the way there and back", arguments: 1...200 as ClosedRange<UInt64>)
    func roundTrip(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<10 {
            let value = CBORValue.random(&random, depth: 5)
            let encoded = try CBOREncoder().encode(value)
            #expect(try CBORDecoder().decode(CBORValue.self, from: encoded) == value, "seed \(seed)")
            #expect(try CBOREncoder().encode(try CBORDecoder().decode(CBORValue.self, from: encoded)) == encoded)
            #expect(try CBOREncoded(encoded).diagnostic == value.diagnostic)
        }
    }

    @Test("structures survive the way there and back", arguments: 1...60 as ClosedRange<UInt64>)
    func structures(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let value = Sample.random(&random, depth: 2)
        let encoded = try CBOREncoder().encode(value)
        #expect(try CBORDecoder().decode(Sample.self, from: encoded) == value, "seed \(seed)")
        let item = try CBORDecoder().decode(CBORValue.self, from: encoded)
        #expect(try CBOREncoder().encode(item) == encoded, "a structure is in the deterministic encoding, seed \(seed)")
    }

    @Test("structures that are cut short anywhere are refused", arguments: 1...8 as ClosedRange<UInt64>)
    func truncation(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let encoded = try CBOREncoder().encode(Sample.random(&random, depth: 1))
        for length in 0..<encoded.count {
            let error = #expect(throws: DecodingError.self) {
                try CBORDecoder().decode(Sample.self, from: Array(encoded.prefix(length)))
            }
            if error == nil { Issue.record("seed \(seed), cut to \(length)") }
        }
    }

    @Test("random bytes are read or refused", arguments: 1...50 as ClosedRange<UInt64>)
    func noise(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let input = (0..<Int.random(in: 0...64, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            exercise(input, "seed \(seed)")
        }
    }

    @Test("messages with a few wrong bytes are read or refused", arguments: 1...50 as ClosedRange<UInt64>)
    func mutations(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let encoded = try CBOREncoder().encode(Sample.random(&random, depth: 2))
        for _ in 0..<100 {
            var input = encoded
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let position = Int.random(in: input.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: input[position] = UInt8.random(in: 0...255, using: &random)
                case 1: input.insert(UInt8.random(in: 0...255, using: &random), at: position)
                default: if input.count > 1 { input.remove(at: position) }
                }
            }
            exercise(input, "seed \(seed)")
        }
    }

    /// What can be read must be readable in every way and survive a second time.
    private func exercise(_ input: [UInt8], _ note: Comment) {
        _ = try? CBORDecoder().decode(Sample.self, from: input)
        _ = try? CBORDecoder().decode([String: Int].self, from: input)
        _ = try? CBORDecoder().decode([Sample?].self, from: input)
        guard let item = try? CBOREncoded(input) else { return }
        #expect(throws: Never.self, note) {
            let value = try item.decode(CBORValue.self)
            let again = try CBOREncoder(maximumDepth: 256).encode(value)
            let second = try CBORDecoder(maximumDepth: 256).decode(CBORValue.self, from: again)
            #expect(second == value, note)
            #expect(!item.diagnostic.isEmpty)
        }
    }
}

extension CBORValue {
    /// A value whose integers, lengths and floats are often at the edges of their encodings.
    static func random(_ random: inout SplitMix64, depth: Int) -> CBORValue {
        switch Int.random(in: 0..<(depth > 0 ? 13 : 10), using: &random) {
        case 0: return .unsigned(edge(&random))
        case 1: return .negative(edge(&random))
        case 2: return .bytes((0..<length(&random)).map { _ in UInt8.random(in: 0...255, using: &random) })
        case 3, 4: return .text(text(&random))
        case 5: return .bool(Bool.random(using: &random))
        case 6: return .null
        case 7: return .undefined
        case 8: return .simple(UInt8.random(in: 0..<20, using: &random) + (Bool.random(using: &random) ? 0 : 100))
        case 9: return .float(float(&random))
        case 10: return .array((0..<length(&random) / 4).map { _ in .random(&random, depth: depth - 1) })
        case 11:
            let members = (0..<length(&random) / 4).map { _ in
                (CBORValue.random(&random, depth: depth - 2), CBORValue.random(&random, depth: depth - 1))
            }
            return .map(Dictionary(members) { first, _ in first })
        default: return .tag(edge(&random), .random(&random, depth: depth - 1))
        }
    }

    static func edge(_ random: inout SplitMix64) -> UInt64 {
        let shift = UInt64.random(in: 0..<64, using: &random)
        let edges: [UInt64] = [0, 23, 24, 0xff, 0x100, 0xffff, 0x1_0000, 0xffff_ffff, 0x1_0000_0000, .max]
        return Bool.random(using: &random)
            ? random.next() >> shift : edges[Int.random(in: edges.indices, using: &random)]
    }

    static func length(_ random: inout SplitMix64) -> Int {
        Int.random(in: 0..<10, using: &random) == 0
            ? Int.random(in: 20...300, using: &random) : Int.random(in: 0...12, using: &random)
    }

    static func text(_ random: inout SplitMix64) -> String {
        var scalars = String.UnicodeScalarView()
        let top: UInt32 = Bool.random(using: &random) ? 0x7f : 0x10ffff
        while scalars.count < length(&random) {
            if let scalar = Unicode.Scalar(UInt32.random(in: 0...top, using: &random)) { scalars.append(scalar) }
        }
        return String(scalars)
    }

    static func float(_ random: inout SplitMix64) -> Double {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Double(bitPattern: random.next())
        case 1: Double(Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random)))
        case 2: Double(Float16(bitPattern: UInt16.random(in: 0...UInt16.max, using: &random)))
        default: Double(Int.random(in: -1000...1000, using: &random))
        }
    }
}
