import CBOR
import FoundationEssentials
import Testing

@Suite("RFC 8949 Appendix A")
struct AppendixATests {
    @Test("every row in diagnostic notation", arguments: AppendixA.rows)
    func diagnostic(_ row: AppendixA.Row) throws {
        #expect(try CBOREncoded(bytes(row.hex)).diagnostic == row.diagnostic)
    }

    @Test("every row as a value and back", arguments: AppendixA.rows)
    func value(_ row: AppendixA.Row) throws {
        let input = bytes(row.hex)
        let value = try CBORDecoder().decode(CBORValue.self, from: input)
        let output = try CBOREncoder().encode(value)
        #expect((output == input) == row.isDeterministic, "\(hex(output))")
        #expect(try CBORDecoder().decode(CBORValue.self, from: output) == value)
    }

    @Test("every row is spliced and captured as it is", arguments: AppendixA.rows)
    func spliced(_ row: AppendixA.Row) throws {
        let item = try CBOREncoded(bytes(row.hex))
        let output = try CBOREncoder().encode(["item": item])
        #expect(hex(output) == "a1646974656d" + row.hex)
        #expect(try CBORDecoder().decode([String: CBOREncoded].self, from: output) == ["item": item])
    }

    @Test("every row cut short or continued is refused", arguments: AppendixA.rows)
    func truncated(_ row: AppendixA.Row) {
        let input = bytes(row.hex)
        for length in 0..<input.count {
            #expect(throws: DecodingError.self) { try CBOREncoded(Array(input.prefix(length))) }
        }
        #expect(throws: DecodingError.self) { try CBOREncoded(input + [0x00]) }
    }

    @Test("integers")
    func integers() throws {
        try check("00", 0)
        try check("17", 23)
        try check("1818", 24)
        try check("1903e8", 1000 as Int16)
        try check("1a000f4240", 1_000_000 as UInt32)
        try check("1b000000e8d4a51000", 1_000_000_000_000 as Int64)
        try check("1bffffffffffffffff", UInt64.max)
        try check("c249010000000000000000", 18_446_744_073_709_551_616 as UInt128)
        try check("c249010000000000000000", 18_446_744_073_709_551_616 as Int128)
        try check("3bffffffffffffffff", -18_446_744_073_709_551_616 as Int128)
        try check("c349010000000000000000", -18_446_744_073_709_551_617 as Int128)
        try check("20", -1 as Int8)
        try check("3863", -100 as Int8)
        try check("3903e7", -1000)
    }

    @Test("floats")
    func floats() throws {
        try check("f90000", 0.0)
        try check("f98000", -0.0)
        try check("f93c00", 1.0 as Float)
        try check("fb3ff199999999999a", 1.1)
        try check("f93e00", 1.5 as Float16)
        try check("f97bff", 65504.0 as Float16)
        try check("fa47c35000", 100000.0 as Float)
        try check("fa7f7fffff", 3.4028234663852886e+38)
        try check("fb7e37e43c8800759c", 1.0e+300)
        try check("f90001", 5.960464477539063e-8)
        try check("f90400", 0.00006103515625)
        try check("f9c400", -4.0)
        try check("fbc010666666666666", -4.1)
        try check("f97c00", Double.infinity)
        try check("f9fc00", -Float.infinity)
        for row in AppendixA.rows where row.diagnostic == "NaN" {
            #expect(try CBORDecoder().decode(Double.self, from: bytes(row.hex)).isNaN)
            #expect(try CBORDecoder().decode(Float.self, from: bytes(row.hex)).isNaN)
        }
        #expect(hex(try CBOREncoder().encode(Double.nan)) == "f97e00")
        #expect(hex(try CBOREncoder().encode(Double(nan: 0x1234, signaling: false))) == "f97e00")
        #expect(hex(try CBOREncoder().encode(-Float.nan)) == "f97e00")
    }

    @Test("the rest that Codable carries")
    func others() throws {
        try check("f4", false)
        try check("f5", true)
        try check("f6", Int?.none)
        #expect(try CBORDecoder().decode(Int?.self, from: bytes("f7")) == nil)
        try check("c11a514b67b0", Date(timeIntervalSince1970: 1_363_896_240))
        try check("c1fb41d452d9ec200000", Date(timeIntervalSince1970: 1_363_896_240.5))
        #expect(
            try CBORDecoder().decode(Date.self, from: bytes("c074323031332d30332d32315432303a30343a30305a"))
                == Date(timeIntervalSince1970: 1_363_896_240)
        )
        try check("d82076687474703a2f2f7777772e6578616d706c652e636f6d", URL(string: "http://www.example.com"))
        try check("40", [UInt8]())
        try check("4401020304", [1, 2, 3, 4] as [UInt8])
        try check("4401020304", Data([1, 2, 3, 4]))
        try check("60", "")
        try check("62225c", "\"\\")
        try check("62c3bc", "\u{fc}")
        try check("63e6b0b4", "\u{6c34}")
        try check("64f0908591", "\u{10151}")
        try check("83010203", [1, 2, 3])
        try check("98190102030405060708090a0b0c0d0e0f101112131415161718181819", Array(1...25))
        try check("a26161016162820203", Mixed(a: 1, b: [2, 3]))
        try check("a56161614161626142616361436164614461656145", ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"])
        try check("9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff", Array(1...25), isDeterministic: false)
        try check("5f42010243030405ff", [1, 2, 3, 4, 5] as [UInt8], isDeterministic: false)
        try check("7f657374726561646d696e67ff", "streaming", isDeterministic: false)
        try check("bf61610161629f0203ffff", Mixed(a: 1, b: [2, 3]), isDeterministic: false)
        #expect(try CBORDecoder().decode([Int: Int].self, from: bytes("a201020304")) == [1: 2, 3: 4])
        #expect(hex(try CBOREncoder(keyStrategy: .integers).encode([3: 4, 1: 2])) == "a201020304")
    }

    private struct Mixed: Codable, Equatable {
        var a: Int
        var b: [Int]
    }

    private func check<T: Codable & Equatable>(
        _ text: String,
        _ value: T,
        isDeterministic: Bool = true,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let decoded = try CBORDecoder().decode(T.self, from: bytes(text))
        #expect(decoded == value, sourceLocation: location)
        if isDeterministic {
            #expect(hex(try CBOREncoder().encode(value)) == text, sourceLocation: location)
        }
    }
}
