import CBOR
import FoundationEssentials
import Testing
import TestSupport

@Suite("Codable in all its forms")
struct CodableTests {
    let encoder = CBOREncoder()
    let decoder = CBORDecoder()

    func encoded(_ value: some Encodable) throws -> String { try CBOREncoded(encoding: value).diagnostic }

    func decode<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
        try decoder.decode(type, from: bytes(text))
    }

    @Test("every integer type holds its edges and refuses what is beyond")
    func integerEdges() throws {
        try edges(Int8.self)
        try edges(Int16.self)
        try edges(Int32.self)
        try edges(Int64.self)
        try edges(Int.self)
        try edges(Int128.self)
        try edges(UInt8.self)
        try edges(UInt16.self)
        try edges(UInt32.self)
        try edges(UInt64.self)
        try edges(UInt.self)
        try edges(UInt128.self)
    }

    private func edges<T: FixedWidthInteger & Codable>(_ type: T.Type) throws {
        for value in [T.min, T.min + 1, 0, 1, T.max - 1, T.max] {
            #expect(try decoder.decode(T.self, from: encoder.encode(value)) == value)
            #expect(try decoder.decode([T].self, from: encoder.encode([value])) == [value])
            #expect(try decoder.decode([String: T].self, from: encoder.encode(["k": value])) == ["k": value])
            #expect(try decoder.decode(CBORValue.self, from: encoder.encode(value)) == CBORValue(value))
        }
        // 2^128 and -2^128 - 1 fit no type; the values next to T's edges fit none but wider ones.
        for text in ["c25101 00000000000000000000000000000000", "c35101 00000000000000000000000000000000"] {
            #expect(throws: DecodingError.self) { try decode(T.self, text) }
        }
        if T.bitWidth < 128 {
            for beyond in [Int128(T.max) + 1, Int128(T.min) - 1] {
                let error = #expect(throws: DecodingError.self) {
                    try decoder.decode(T.self, from: encoder.encode(beyond))
                }
                guard case .dataCorrupted(let context) = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(context.debugDescription.contains("\(beyond)"))
                #expect(context.debugDescription.contains("\(T.self)"))
            }
        }
    }

    @Test("bignums are integers, whatever their width")
    func bignums() throws {
        #expect(try decode(UInt8.self, "c24107") == 7)
        #expect(try decode(Int8.self, "c34107") == -8)
        #expect(try decode(Int.self, "c240") == 0)
        #expect(try decode(Int.self, "c25818 000000000000000000000000000000000000000000000005") == 5)
        #expect(try decode(Int.self, "c25f 4101 4102 ff") == 258)
        #expect(try decode(Double.self, "c249010000000000000000") == 18_446_744_073_709_551_616)
        #expect(try decode(UInt128.self, "c250ffffffffffffffffffffffffffffffff") == .max)
        #expect(throws: DecodingError.self) { try decode(Int128.self, "c350ffffffffffffffffffffffffffffffff") }
        #expect(throws: DecodingError.self) { try decode(Double.self, "c350ffffffffffffffffffffffffffffffff") }
        #expect(throws: DecodingError.self) { try decode(Int.self, "c26101") }
        #expect(throws: DecodingError.self) { try decode(Int.self, "c201") }
    }

    @Test("floats convert exactly or not at all")
    func floats() throws {
        #expect(try decode(Double.self, "01") == 1)
        #expect(try decode(Double.self, "3bffffffffffffffff") == -18_446_744_073_709_551_616)
        #expect(throws: DecodingError.self) { try decode(Double.self, "1bffffffffffffffff") }
        #expect(throws: DecodingError.self) { try decode(Float.self, "1a01000001") }
        #expect(try decode(Float.self, "1a01000002") == 16_777_218)
        #expect(throws: DecodingError.self) { try decode(Float.self, "fb3ff199999999999a") }
        #expect(try decode(Float.self, "fb3ff8000000000000") == 1.5)
        #expect(try decode(Double.self, "fa3fc00000") == 1.5)
        #expect(try decode(Float.self, "fb7ff0000000000000") == .infinity)
        #expect(throws: DecodingError.self) { try decode(Int.self, "f93c00") }
        #expect(throws: DecodingError.self) { try decode(Double.self, "6131") }
        #expect(try decode(Double.self, "f98000").sign == .minus)
        for value in [Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, Double(Float.leastNonzeroMagnitude), 0.1]
        {
            #expect(try decoder.decode(Double.self, from: encoder.encode(value)) == value)
        }
    }

    @Test("shortest floats over all of half precision")
    func halves() throws {
        for pattern in UInt16.min...UInt16.max {
            let half = Float16(bitPattern: pattern)
            let bytes = try encoder.encode(Double(half))
            #expect(bytes.count == 3)
            if !half.isNaN {
                #expect(UInt16(bytes[1]) << 8 | UInt16(bytes[2]) == pattern)
                #expect(try decoder.decode(Float16.self, from: bytes) == half)
            }
        }
    }

    @Test("optionals at every place")
    func optionals() throws {
        struct Inner: Codable, Equatable {
            var a: Int?
            var b: String??
            var c: [Bool?]
            var d: [String: Double?]
        }
        let values: [Inner?] = [nil, Inner(a: nil, b: nil, c: [nil, true], d: ["x": nil, "y": 1.5])]
        #expect(try encoded(values) == #"[null, {"c": [null, true], "d": {"x": null, "y": 1.5}}]"#)
        #expect(try decoder.decode([Inner?].self, from: encoder.encode(values)) == values)
        #expect(try decode(Inner.self, "a4 6161f6 6162f7 616380 6164a0") == Inner(a: nil, b: nil, c: [], d: [:]))
        #expect(try decode(Int?.self, "c5f6") == nil)
        #expect(try decode([Int?].self, "83 f6 f7 05") == [nil, nil, 5])
    }

    @Test("byte strings at every place")
    func byteStrings() throws {
        struct Holder: Codable, Equatable {
            var a: [UInt8]?
            var b: Data
            var c: [[UInt8]]
            var d: [String: ContiguousArray<UInt8>?]
        }
        let value = Holder(a: [1], b: Data([2, 3]), c: [[], [4]], d: ["x": [5], "y": nil])
        #expect(
            try encoded(value)
                == "{\"a\": h'01', \"b\": h'0203', \"c\": [h'', h'04'], \"d\": {\"x\": h'05', \"y\": null}}"
        )
        #expect(try decoder.decode(Holder.self, from: encoder.encode(value)) == value)
        #expect(try decode([UInt8].self, "83010203") == [1, 2, 3])
        #expect(try decode(Data.self, "82 05 06") == Data([5, 6]))
        #expect(throws: DecodingError.self) { try decode([UInt8].self, "820119ffff") }
        #expect(throws: DecodingError.self) { try decode([UInt8].self, "6161") }
        #expect(try decode([UInt8].self, "d818 4101") == [1])
        let large = [UInt8](repeating: 7, count: 70_000)
        #expect(try decoder.decode([UInt8].self, from: encoder.encode(large)) == large)
    }

    @Test("dates")
    func dates() throws {
        #expect(try encoded(Date(timeIntervalSince1970: -1)) == "1(-1)")
        #expect(try encoded(Date(timeIntervalSince1970: 0.25)) == "1(0.25)")
        #expect(throws: EncodingError.self) { try encoder.encode(Date(timeIntervalSince1970: .nan)) }
        #expect(throws: EncodingError.self) { try encoder.encode([Date(timeIntervalSince1970: .infinity)]) }
        #expect(throws: DecodingError.self) { try decode(Date.self, "c1f97e00") }
        #expect(throws: DecodingError.self) { try decode(Date.self, "1a514b67b0") }
        #expect(throws: DecodingError.self) { try decode(Date.self, "c16131") }
        #expect(try decode(Date.self, "d9d9f7c1fb41d452d9ec200000") == Date(timeIntervalSince1970: 1_363_896_240.5))
    }

    @Test(
        "dates as RFC 3339 text",
        arguments: [
            // Seconds by date(1) of GNU coreutils.
            ("1985-04-12T23:20:50.52Z", 482_196_050.52), ("1996-12-19T16:39:57-08:00", 851_042_397),
            ("1990-12-31T23:59:60Z", 662_688_000), ("1937-01-01T12:00:27.87+00:20", -1_041_337_172.13),
            ("2000-02-29T00:00:00z", 951_782_400), ("1970-01-01t00:00:00+00:00", 0),
            ("0000-03-01T00:00:00Z", -62_162_035_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ]
    )
    func textDates(_ text: String, _ seconds: Double) throws {
        let input = try encoder.encode(CBORValue.tag(0, .text(text)))
        #expect(try decoder.decode(Date.self, from: input).timeIntervalSince1970.distance(to: seconds).magnitude < 1e-6)
    }

    @Test(
        "texts that are no dates",
        arguments: [
            "", "2013-03-21", "2013-03-21T20:04:00", "2013-13-21T20:04:00Z", "2013-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2013-04-31T00:00:00Z", "2013-03-21T24:00:00Z", "2013-03-21T20:60:00Z", "2013-03-21T20:04:61Z",
            "2013-03-21T20:04:00.Z",
            "2013-03-21T20:04:00Zjunk", "2013-03-21T20:04:00+24:00", "+013-03-21T20:04:00Z",
            "2013-03-21T20:04:0\u{660}Z",
        ]
    )
    func badTextDates(_ text: String) throws {
        let input = try encoder.encode(CBORValue.tag(0, .text(text)))
        #expect(throws: DecodingError.self) { try decoder.decode(Date.self, from: input) }
    }

    @Test("UUID and URL")
    func identifiers() throws {
        let uuid = try #require(UUID(uuidString: "01234567-89AB-CDEF-0123-456789ABCDEF"))
        #expect(try encoded(uuid) == "37(h'0123456789abcdef0123456789abcdef')")
        #expect(try decoder.decode(UUID.self, from: encoder.encode(uuid)) == uuid)
        #expect(try decoder.decode(UUID.self, from: encoder.encode(uuid.uuidString)) == uuid)
        #expect(throws: DecodingError.self) { try decode(UUID.self, "d8254101") }
        #expect(throws: DecodingError.self) { try decode(UUID.self, "6131") }
        #expect(throws: DecodingError.self) { try decode(UUID.self, "01") }
        let url = try #require(URL(string: "unix:///run/cartd.sock"))
        #expect(try encoded([url]) == "[32(\"unix:///run/cartd.sock\")]")
        #expect(try decoder.decode([URL].self, from: encoder.encode([url])) == [url])
        #expect(try decoder.decode(URL.self, from: encoder.encode(url.absoluteString)) == url)
        #expect(throws: DecodingError.self) { try decode(URL.self, "01") }
        #expect(throws: DecodingError.self) { try decode(URL.self, "60") }
    }

    @Test("tags that the type has no use for are skipped")
    func skippedTags() throws {
        #expect(try decode(Int.self, "d9d9f705") == 5)
        #expect(try decode(String.self, "c5c66161") == "a")
        #expect(try decode([Int].self, "c58201c602") == [1, 2])
        #expect(try decode([String: Bool].self, "c5a16161c5f5") == ["a": true])
        #expect(try decode(Double.self, "c5f93c00") == 1)
        #expect(try decode(CBORValue.self, "c505") == .tag(5, 5))
    }

    @Test("keys in deterministic order, however they were encoded")
    func keyOrder() throws {
        struct Backwards: Codable, Equatable {
            var zz = 1
            var y = [3: true, 1: false]
            var b = "x"
            var aaa: Int? = 2
        }
        #expect(try encoded(Backwards()) == #"{"b": "x", "y": {"1": false, "3": true}, "zz": 1, "aaa": 2}"#)
        #expect(try decoder.decode(Backwards.self, from: encoder.encode(Backwards())) == Backwards())
        let names = (0..<300).map { "key\($0)" } + (0..<30).map { String(repeating: "k", count: $0) }
        let forward = try encoder.encode(Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
        for seed in 1...5 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            let shuffled = names.shuffled(using: &random)
            let ordered = Ordered(members: shuffled.map { ($0, $0) })
            #expect(try encoder.encode(ordered) == forward)
        }
    }

    @Test("integer keys when they are asked for")
    func integerKeys() throws {
        struct Header: Codable, Equatable {
            var algorithm: Int
            var key: [UInt8]
            var name: String
            enum CodingKeys: Int, CodingKey { case algorithm = 1, key = -1, name = 300 }
        }
        let header = Header(algorithm: -7, key: [1], name: "x")
        let compact = try CBOREncoder(keyStrategy: .integers).encode(header)
        #expect(try CBOREncoded(compact).diagnostic == #"{1: -7, 300: "x", -1: h'01'}"#)
        #expect(try decoder.decode(Header.self, from: compact) == header)
        #expect(try encoded(header) == #"{"key": h'01', "name": "x", "algorithm": -7}"#)
        #expect(try decoder.decode(Header.self, from: encoder.encode(header)) == header)
        #expect(throws: DecodingError.self) { try decode([Int: Int].self, "a2 01 00 6131 00") }
        #expect(try decode([Int: Int].self, "a3 01 05 6132 06 20 07") == [1: 5, 2: 6, -1: 7])
        #expect(try decode([String: Int].self, "a2 01 05 6132 06") == ["1": 5, "2": 6])
    }

    @Test("enums, classes and other shapes")
    func shapes() throws {
        #expect(try encoded(Sample.Event.cleared) == #"{"cleared": {}}"#)
        #expect(try encoded(Sample.Event.added("x", quantity: 2)) == #"{"added": {"_0": "x", "quantity": 2}}"#)
        #expect(try decoder.decode(Sample.Event.self, from: encoder.encode(Sample.Event.cleared)) == .cleared)
        struct Empty: Codable, Equatable {}
        #expect(try encoded(Empty()) == "{}")
        #expect(try decode(Empty.self, "a0") == Empty())
        #expect(try encoded([[Int]]()) == "[]")
        #expect(try encoded(Array(0..<300)) == "[" + (0..<300).map(String.init).joined(separator: ", ") + "]")
        #expect(try encoded(1..<5) == "[1, 5]")
        #expect(try decoder.decode(Range<Int>.self, from: encoder.encode(1..<5)) == 1..<5)
    }

    @Test("appending to a buffer, and leaving it alone on failure")
    func appending() throws {
        var buffer: [UInt8] = [0xaa]
        try encoder.encode([1, 2], into: &buffer)
        #expect(buffer == [0xaa, 0x82, 1, 2])
        #expect(throws: EncodingError.self) { try encoder.encode(["a": Silent()], into: &buffer) }
        #expect(buffer == [0xaa, 0x82, 1, 2])
        try encoder.encode(String(repeating: "x", count: 5000), into: &buffer)
        #expect(buffer.count == 4 + 3 + 5000)
    }

    @Test("splicing what is encoded already")
    func splicing() throws {
        struct Envelope: Codable, Equatable {
            var result: CBOREncoded
            var id: Int
        }
        let inner = try CBOREncoded(bytes("bf 6162 9f01ff 6161 1801 ff"))
        let envelope = Envelope(result: inner, id: 7)
        let output = try encoder.encode(envelope)
        #expect(hex(output) == "a2626964" + "07" + "66726573756c74" + hex(inner.bytes))
        let back = try decoder.decode(Envelope.self, from: output)
        #expect(back == envelope)
        #expect(try back.result.decode([String: CBORValue].self) == ["b": [1], "a": 1])
        #expect(try decode([CBOREncoded].self, "82 c5 01 7f6161ff").map { hex($0.bytes) } == ["c501", "7f6161ff"])
        #expect(throws: DecodingError.self) { try CBOREncoded([0x82, 0x01]) }
        #expect(try CBOREncoded(encoding: "x").bytes == [0x61, 0x78])
        #expect(try decode(Wrapped<CBOREncoded>.self, "c505").value.bytes == [0xc5, 5])
        #expect(try encoder.encode(Wrapped(value: CBOREncoded(encoding: 1000))) == bytes("1903e8"))
        #expect(try decode(Wrapped<CBORValue>.self, "c505").value == .tag(5, 5))
        #expect(try encoder.encode(Wrapped(value: CBORValue.tag(5, 5))) == bytes("c505"))
    }

    @Test("other coders keep encoded items and values whole")
    func otherCoders() throws {
        let value: CBORValue = ["a": .tag(5, 1.5), "b": [nil, .bytes([1])]]
        let json = try JSONEncoder().encode([value])
        #expect(try JSONDecoder().decode([CBORValue].self, from: json) == [value])
        let item = try CBOREncoded(encoding: value)
        #expect(try JSONDecoder().decode(CBOREncoded.self, from: JSONEncoder().encode(item)) == item)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CBOREncoded.self, from: Data("[130, 1]".utf8)) }
    }

    @Test("values that cannot be spelled are refused")
    func unspeakable() throws {
        for simple in 20..<32 as Range<UInt8> {
            #expect(throws: EncodingError.self) { try encoder.encode([CBORValue.simple(simple)]) }
        }
        #expect(try encoder.encode(CBORValue.simple(19)) == [0xf3])
        #expect(try encoder.encode(CBORValue.simple(32)) == [0xf8, 32])
        var deep: CBORValue = 0
        for _ in 0..<128 { deep = [deep] }
        #expect(try encoder.encode(deep).count == 129)
        #expect(throws: EncodingError.self) { try encoder.encode([deep]) }
    }

    @Test("user information reaches both sides")
    func userInfo() throws {
        let note = try #require(CodingUserInfoKey(rawValue: "note"))
        #expect(try CBOREncoder(userInfo: [note: "there"]).encode([Probe()]) == bytes("81 657468657265"))
        #expect(try CBORDecoder(userInfo: [note: "back"]).decode(Probe.self, from: [0]).note == "back")
    }
}

/// Says what it found in its coder.
private struct Probe: Codable {
    var note = ""

    init() {}

    init(from decoder: any Decoder) throws {
        note = decoder.userInfo.first?.value as? String ?? "nothing"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.userInfo.first?.value as? String ?? "nothing")
    }
}

/// Members in the order given.
struct Ordered: Encodable {
    var members: [(String, String)]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for (key, value) in members { try container.encode(value, forKey: AnyKey(key)) }
    }
}

/// Encodes nothing.
struct Silent: Codable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
}

/// Hands its coder on.
struct Wrapped<T: Codable>: Codable {
    var value: T

    init(value: T) { self.value = value }
    init(from decoder: any Decoder) throws { value = try T(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
