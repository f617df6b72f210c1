import CartCommands
import FoundationEssentials
import Testing
import TestSupport

@Suite("Writing JSON")
struct JSONTests {
    @Test(
        "numbers",
        arguments: [
            (0, "0"), (-0.0, "0"), (100, "100"), (-80, "-80"), (137.5, "137.5"), (0.1, "0.1"),
            (1e15, "1000000000000000"),
            (999_999_999_999_999, "999999999999999"), (4_503_599_627_370_496, "4503599627370496"), (1e300, "1e+300"),
            (5e-7, "5e-07"), (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
        ] as [(Double, String)]
    )
    func numbers(value: Double, text: String) {
        #expect(JSON.number(value).text == text)
    }

    @Test("whole numbers are exact")
    func integers() {
        #expect(JSON.integer(Int64.max).text == "9223372036854775807")
        #expect(JSON.integer(Int64.min).text == "-9223372036854775808")
    }

    @Test(
        "texts keep every byte but for what has to be escaped",
        arguments: [
            ("a/b", #""a/b""#), (#"q"\"#, #""q\"\\""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\u0008\u000c""#),
            ("\u{0}\u{1F}", #""\u0000\u001f""#),
            ("\u{7F}\u{9B}", #""\u007f\u009b""#), ("单肩包 👩‍👩‍👧 e\u{301}", "\"单肩包 👩‍👩‍👧 e\u{301}\""), ("<&>'", #""<&>'""#),
        ]
    )
    func strings(value: String, text: String) {
        #expect(Array(JSON.string(value).text.utf8) == Array(text.utf8))
    }

    @Test("members stay in their order")
    func order() {
        let json: JSON = ["z": 1, "a": [true, .null, "x"], "m": [:] as JSON]
        #expect(json.text == #"{"z":1,"a":[true,null,"x"],"m":{}}"#)
        #expect(json.adding(["b": 2]).text == #"{"z":1,"a":[true,null,"x"],"m":{},"b":2}"#)
        #expect(JSON.null.adding(["b": 2]).text == "null")
    }

    /// The other side of the test is FoundationEssentials' reader.
    @Test("any text and any number is read back as it was by another reader")
    func roundTrips() throws {
        struct Box: Codable { var text: String, number: Double, integer: Int64 }
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0..<12, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0..<(Bool.random(using: &random) ? 0x110000 : 0x100), using: &random))
            }
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            let bits = Double(bitPattern: random.next())
            let number = bits.isFinite ? bits : Double(Int64.random(in: -9999...9999, using: &random))
            let integer = Int64(bitPattern: random.next())
            let json: JSON = ["text": .string(text), "number": .number(number), "integer": .integer(integer)]
            let box = try JSONDecoder().decode(Box.self, from: Data(json.text.utf8))
            #expect(Array(box.text.utf8) == Array(text.utf8), "seed \(seed)")
            #expect(box.number == number, "seed \(seed)")
            #expect(box.integer == integer, "seed \(seed)")
        }
    }
}
