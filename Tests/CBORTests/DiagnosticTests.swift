import CBOR
import Testing

@Suite("diagnostic notation")
struct DiagnosticTests {
    @Test(
        "numbers in the layout of ECMAScript",
        arguments: [
            (1e21, "1.0e+21"), (1e20, "100000000000000000000.0"), (1.2345678901234568e20, "123456789012345680000.0"),
            (1e-6, "0.000001"), (1e-7, "1.0e-7"), (1.5e-7, "1.5e-7"), (0.5, "0.5"), (123.456, "123.456"),
            (-Double.leastNonzeroMagnitude, "-5.0e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
            (9007199254740992, "9007199254740992.0"),
        ]
    )
    func numbers(_ value: Double, _ text: String) {
        #expect(CBORValue.float(value).diagnostic == text)
    }

    @Test("text that a terminal must not obey")
    func text() {
        #expect(
            CBORValue.text("\u{5355}\u{80a9}\u{5305} \u{1f6cd}").diagnostic == "\"\u{5355}\u{80a9}\u{5305} \u{1f6cd}\""
        )
        #expect(CBORValue.text("\u{1b}[31m\n\t\r\u{7f}\u{85}").diagnostic == #""\u001b[31m\n\t\r\u007f\u0085""#)
        #expect(CBORValue.text("\u{202e}\u{feff}\u{2028}\u{e0001}").diagnostic == #""\u202e\ufeff\u2028\udb40\udc01""#)
    }

    @Test("what has more than one spelling")
    func spellings() throws {
        #expect(try CBOREncoded(bytes("5fff")).diagnostic == "''_")
        #expect(try CBOREncoded(bytes("7fff")).diagnostic == "\"\"_")
        #expect(try CBOREncoded(bytes("5f40ff")).diagnostic == "(_ h'')")
        #expect(try CBOREncoded(bytes("bfff")).diagnostic == "{_ }")
        #expect(try CBOREncoded(bytes("c240")).diagnostic == "2(h'')")
        #expect(
            try CBOREncoded(bytes("c350ffffffffffffffffffffffffffffffff")).diagnostic
                == "3(h'ffffffffffffffffffffffffffffffff')"
        )
        #expect(try CBOREncoded(bytes("c201")).diagnostic == "2(1)")
        #expect(try CBOREncoded(bytes("a2 626161 00 6162 01")).diagnostic == #"{"aa": 0, "b": 1}"#)
        #expect(CBORValue.map(["aa": 0, "b": 1]).diagnostic == #"{"b": 1, "aa": 0}"#)
        #expect("\(CBORValue.simple(20))" == "false")
    }

    @Test("literals and look-ups")
    func literals() {
        let value: CBORValue = ["a": [1, -1, 1.5, true, nil, "x"], 2: ["k": "first", "k": "last"]]
        #expect(value["a"] == [1, -1, 1.5, true, nil, "x"])
        #expect(value["a"]?[1] == .negative(0))
        #expect(value["a"]?[6] == nil)
        #expect(value["a"]?[-1] == nil)
        #expect(value["b"] == nil)
        #expect(value[0] == nil)
        guard case .map(let members) = value else { return }
        #expect(members[2] == ["k": "last"])
        #expect(CBORValue(Int128.min) == .tag(3, .bytes([0x7f] + [UInt8](repeating: 0xff, count: 15))))
        #expect(CBORValue(Int64.min) == .negative(UInt64(Int64.max)))
        #expect(CBORValue.text("\u{e9}") != .text("e\u{301}"))
        #expect(CBORValue.float(.nan) == .float(-.nan))
        #expect(CBORValue.float(0) != .float(-0.0))
        #expect(CBORValue.float(1) != .unsigned(1))
        #expect(Set<CBORValue>([1, 1, 1.0, "1", .bytes([0x31]), nil, .undefined, false, .simple(0)]).count == 8)
    }
}
