import CBOR
import Testing

@Suite("what errors say")
struct ErrorTests {
    private struct Line: Codable {
        var id: String
        var quantity: Int
    }
    private struct Cart: Codable {
        var name: String
        var lines: [Line]
        var table: [String: [Int8]]?
    }

    private func fail(_ item: CBORValue) throws -> DecodingError {
        let input = try CBOREncoder().encode(item)
        return try #require(throws: DecodingError.self) { try CBORDecoder().decode(Cart.self, from: input) }
    }

    private func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map(\.stringValue).joined(separator: ".")
    }

    @Test("a member of another type")
    func mismatch() throws {
        let error = try fail(["name": "x", "lines": [["id": "a", "quantity": 1], ["id": "b", "quantity": "two"]]])
        guard case .typeMismatch(let type, let context) = error else { throw error }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
        #expect(path(context) == "lines.Index 1.quantity")
        #expect(context.codingPath.map(\.intValue) == [nil, 1, nil])
        #expect(context.debugDescription == "Expected an integer for Int, found a text string (byte 46)")
    }

    @Test("a null where a value belongs")
    func null() throws {
        let error = try fail(["name": nil, "lines": []])
        guard case .valueNotFound(let type, let context) = error else { throw error }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(String.self))
        #expect(path(context) == "name")
    }

    @Test("a member that is missing")
    func missing() throws {
        let error = try fail(["name": "x", "lines": [["quantity": 1]]])
        guard case .keyNotFound(let key, let context) = error else { throw error }
        #expect(key.stringValue == "id")
        #expect(path(context) == "lines.Index 0")
    }

    @Test("a number that does not fit")
    func range() throws {
        let error = try fail(["name": "x", "lines": [], "table": ["k": [1, 128]]])
        guard case .dataCorrupted(let context) = error else { throw error }
        #expect(path(context) == "table.k.Index 1")
        #expect(context.debugDescription.hasPrefix("128 cannot be represented exactly as Int8 (byte "))
    }

    @Test("bytes that are not well-formed, with the place")
    func malformed() throws {
        // {"name": "x", "lines": [{"id": <reserved>
        let input = bytes("a2 646e616d65 6178 656c696e6573 81 a2 626964 1c")
        let error = try #require(throws: DecodingError.self) { try CBORDecoder().decode(Cart.self, from: input) }
        guard case .dataCorrupted(let context) = error else { throw error }
        #expect(path(context) == "lines.Index 0.id")
        #expect(context.debugDescription == "Additional information 28 is reserved (byte 19)")
    }

    @Test("a value that cannot be encoded")
    func encoding() throws {
        struct Bad: Encodable { var ok = 1, bad = [1: [Silent()]] }
        let error = try #require(throws: EncodingError.self) { try CBOREncoder().encode(["k": [Bad()]]) }
        guard case .invalidValue(_, let context) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue) == ["k", "Index 0", "bad", "1", "Index 0"])
        #expect(context.debugDescription == "A Silent encoded no value")
    }

    @Test("the path of a decoder, whenever it is asked")
    func paths() throws {
        struct Probe: Decodable {
            let path: String
            init(from decoder: any Decoder) throws {
                path = decoder.codingPath.map(\.stringValue).joined(separator: ".")
            }
        }
        // {"a": [0, 5(0)], -1: {18446744073709551615: 0, h'01': 0, "b": 0}}
        let probes = try CBORDecoder().decode([String: [Probe]].self, from: bytes("a1 6161 82 00 c500"))
        #expect(probes["a"]?.map(\.path) == ["a.Index 0", "a.Index 1"])
        let nested = try CBORDecoder().decode(
            [Int: [String: Probe]].self,
            from: bytes("a1 20 a3 1bffffffffffffffff 00 4101 00 6162 00")
        )
        #expect(nested[-1]?["b"]?.path == "-1.b")
        #expect(try CBORDecoder().decode(Probe.self, from: [0]).path.isEmpty)
    }
}
