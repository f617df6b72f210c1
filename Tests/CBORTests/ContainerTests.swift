import CBOR
import Testing

@Suite("containers by hand")
struct ContainerTests {
    let encoder = CBOREncoder()
    let decoder = CBORDecoder()

    /// Encodes by a closure.
    struct Encoding: Encodable {
        let body: (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    /// Decodes by a closure that the user info cannot hold, so by a task-local value.
    struct Decoding: Decodable {
        @TaskLocal static var body: @Sendable (any Decoder) throws -> Void = { _ in }
        init(from decoder: any Decoder) throws { try Self.body(decoder) }
    }

    func encoded(_ body: @escaping (any Encoder) throws -> Void) throws -> String {
        try CBOREncoded(encoding: Encoding(body: body)).diagnostic
    }

    func decoding(_ text: String, _ body: @escaping @Sendable (any Decoder) throws -> Void) throws {
        try Decoding.$body.withValue(body) { _ = try decoder.decode(Decoding.self, from: bytes(text)) }
    }

    @Test("nested containers and super encoders, filled out of turn")
    func outOfOrder() throws {
        let text = try encoded { encoder in
            var root = encoder.container(keyedBy: AnyKey.self)
            var list = root.nestedUnkeyedContainer(forKey: AnyKey("list"))
            var map = root.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("map"))
            try root.encode(1, forKey: AnyKey("z"))
            try map.encode("x", forKey: AnyKey("q"))
            try list.encode(10)
            let superEncoder = root.superEncoder()
            var inner = list.nestedContainer(keyedBy: AnyKey.self)
            try list.encodeNil()
            try root.encode([true], forKey: AnyKey("a"))
            try inner.encode(2, forKey: AnyKey("bb"))
            try map.encode(3, forKey: AnyKey("c"))
            try inner.encode(4, forKey: AnyKey("d"))
            var single = superEncoder.singleValueContainer()
            try single.encode("super")
            var deepest = list.nestedUnkeyedContainer()
            try deepest.encode(CBORValue.tag(9, 9))
            try 7.encode(to: list.superEncoder())
            try 8.encode(to: root.superEncoder(forKey: AnyKey("other")))
            #expect(list.count == 5)
            #expect(deepest.codingPath.map(\.stringValue) == ["list", "Index 3"])
            #expect(inner.codingPath.map(\.stringValue) == ["list", "Index 1"])
            #expect(superEncoder.codingPath.map(\.stringValue) == ["super"])
        }
        #expect(
            text
                == #"{"a": [true], "z": 1, "map": {"c": 3, "q": "x"}, "list": [10, {"d": 4, "bb": 2}, null, [9(9)], 7]"#
                + #", "other": 8, "super": "super"}"#
        )
    }

    @Test("nested containers with many members")
    func wideNested() throws {
        let text = try encoded { encoder in
            var root = encoder.unkeyedContainer()
            var first = root.nestedUnkeyedContainer()
            var second = root.nestedContainer(keyedBy: AnyKey.self)
            for number in 0..<300 {
                try first.encode(number)
                try second.encode(number, forKey: AnyKey(String(1000 - number)))
                if number % 100 == 0 { try root.encode(-number) }
            }
        }
        let value = try decoder.decode(
            [CBORValue].self,
            from: encoder.encode(
                Encoding { encoder in
                    var root = encoder.unkeyedContainer()
                    var first = root.nestedUnkeyedContainer()
                    for number in 0..<300 { try first.encode(number) }
                }
            )
        )
        #expect(value == [CBORValue.array((0..<300).map { CBORValue($0) })])
        #expect(text.hasPrefix("[[0, 1, 2,"))
        #expect(text.hasSuffix("\"1000\": 0}, 0, -100, -200]"))
    }

    @Test("classes with their super class in a super encoder, and in the same container")
    func classes() throws {
        class Base: Codable {
            var id = 1
            init() {}
        }
        final class Apart: Base {
            var name = "x"
            enum CodingKeys: CodingKey { case name }
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                name = try container.decode(String.self, forKey: .name)
                try super.init(from: container.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try super.encode(to: container.superEncoder())
                try container.encode(name, forKey: .name)
            }
        }
        final class Together: Base {
            var name = "x"
            enum CodingKeys: CodingKey { case name }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(name, forKey: .name)
                try super.encode(to: encoder)
            }
        }
        let apart = Apart()
        apart.id = 5
        #expect(try CBOREncoded(encoding: apart).diagnostic == #"{"name": "x", "super": {"id": 5}}"#)
        #expect(try decoder.decode(Apart.self, from: encoder.encode(apart)).id == 5)
        #expect(try CBOREncoded(encoding: Together()).diagnostic == #"{"id": 1, "name": "x"}"#)
        #expect(throws: DecodingError.self) { try decoder.decode(Apart.self, from: bytes("a1 646e616d65 6178")) }
    }

    @Test("misuse is an error and not a trap")
    func misuse() {
        func refused(_ name: Comment, _ body: @escaping (any Encoder) throws -> Void) {
            #expect(throws: EncodingError.self, name) { try encoder.encode(Encoding(body: body)) }
            #expect(throws: EncodingError.self, name) { try encoder.encode(["k": [Encoding(body: body)]]) }
        }
        refused("nothing") { _ in }
        refused("a single value container that is not used") { _ = $0.singleValueContainer() }
        refused("a single value of a type that encodes nothing") {
            var container = $0.singleValueContainer()
            try container.encode(Silent())
        }
        refused("an element that encodes nothing") {
            var container = $0.unkeyedContainer()
            try container.encode(Silent())
        }
        refused("a super encoder that is not used") {
            var container = $0.container(keyedBy: AnyKey.self)
            _ = container.superEncoder()
        }
        refused("two values") {
            var container = $0.singleValueContainer()
            try container.encode(1)
            try container.encode(2)
        }
        refused("two structures") {
            var container = $0.singleValueContainer()
            try container.encode([1])
            try container.encode([2])
        }
        refused("a map and an array") {
            _ = $0.container(keyedBy: AnyKey.self)
            _ = $0.unkeyedContainer()
        }
        refused("a value and an array") {
            var container = $0.singleValueContainer()
            try container.encode(1)
            var second = $0.unkeyedContainer()
            try second.encode(1)
        }
        refused("a map and a value") {
            _ = $0.container(keyedBy: AnyKey.self)
            var container = $0.singleValueContainer()
            try container.encode(1)
        }
        refused("a key twice") {
            var container = $0.container(keyedBy: AnyKey.self)
            try container.encode(1, forKey: AnyKey("a"))
            try container.encode(1, forKey: AnyKey("a"))
        }
        refused("a key twice, not in a row") {
            var container = $0.container(keyedBy: AnyKey.self)
            try container.encode(1, forKey: AnyKey("a"))
            try container.encode(1, forKey: AnyKey("b"))
            _ = container.nestedUnkeyedContainer(forKey: AnyKey("a"))
        }
        refused("the outer container from within a value") {
            var outer = $0.unkeyedContainer()
            let copy = outer
            try outer.encode(
                Encoding { _ in
                    var copy = copy
                    try copy.encode(1)
                }
            )
        }
        refused("the outer container's nested container from within a value") {
            var outer = $0.container(keyedBy: AnyKey.self)
            let copy = outer
            try outer.encode(
                Encoding { encoder in
                    var copy = copy
                    _ = copy.nestedUnkeyedContainer(forKey: AnyKey("x"))
                    try 1.encode(to: encoder)
                },
                forKey: AnyKey("y")
            )
        }
    }

    @Test("a container that outlives its value")
    func stale() throws {
        final class Box { var encoder: (any Encoder)?, list: (any UnkeyedEncodingContainer)? }
        let box = Box()
        _ = try encoder.encode(
            Encoding { encoder in
                box.encoder = encoder
                box.list = encoder.unkeyedContainer()
            }
        )
        #expect(throws: EncodingError.self) { try box.list?.encode(1) }
        #expect(throws: EncodingError.self) { try box.encoder.map { try 1.encode(to: $0) } }
        #expect(throws: EncodingError.self) { try box.encoder.map { try [1].encode(to: $0) } }
        #expect(throws: EncodingError.self) {
            try box.list?.nestedUnkeyedContainer().codingPath.isEmpty == true ? box.list?.encode([1]) : ()
        }
        #expect(box.list?.count == 0)
        #expect(box.encoder?.codingPath.isEmpty == true)
    }

    @Test("a decoder that outlives its call finds nothing")
    func staleDecoder() throws {
        final class Box: @unchecked Sendable { var decoder: (any Decoder)?, list: (any UnkeyedDecodingContainer)? }
        let box = Box()
        try decoding("820102") {
            box.decoder = $0
            box.list = try $0.unkeyedContainer()
        }
        #expect(throws: DecodingError.self) { try box.list?.decode(Int.self) }
        #expect(throws: DecodingError.self) { try box.decoder.map { try [Int](from: $0) } }
        #expect(throws: DecodingError.self) { try box.decoder.map { try CBOREncoded(from: $0) } }
        #expect(box.decoder?.codingPath.isEmpty == true)

        final class Map: @unchecked Sendable { var container: KeyedDecodingContainer<AnyKey>? }
        let map = Map()
        try decoding("a2 6161 01 05 02") { map.container = try $0.container(keyedBy: AnyKey.self) }
        for key in [AnyKey("a"), AnyKey("b"), AnyKey(intValue: 5), AnyKey(intValue: 6)] {
            #expect(throws: DecodingError.self) { try map.container?.decode(Int.self, forKey: key) }
        }
    }

    @Test("a member that failed can be left out")
    func leftOut() throws {
        let text = try encoded { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(1, forKey: AnyKey("b"))
            try? container.encode([["x": Silent()]], forKey: AnyKey("c"))
            try container.encode(2, forKey: AnyKey("a"))
            var list = container.nestedUnkeyedContainer(forKey: AnyKey("d"))
            try? list.encode(CBORValue.simple(20))
            try? list.encode([1, 2].map { _ in Silent() })
            try list.encode(3)
        }
        #expect(text == #"{"a": 2, "b": 1, "d": [3]}"#)
    }

    @Test("reading by hand")
    func reading() throws {
        // {"a": [1, null, "x", [2], {"b": 3}], "c": null, "super": 9, 5: true, h'00': 0}
        let input = "a5 6161 85 01 f6 6178 8102 a1616203 6163 f6 657375706572 09 05 f5 4100 00"
        try decoding(input) { decoder in
            let map = try decoder.container(keyedBy: AnyKey.self)
            #expect(map.allKeys.map(\.stringValue) == ["a", "c", "super", "5"])
            #expect(map.contains(AnyKey("c")))
            #expect(!map.contains(AnyKey("d")))
            #expect(try map.decodeNil(forKey: AnyKey("c")))
            #expect(try !map.decodeNil(forKey: AnyKey("a")))
            #expect(throws: DecodingError.self) { try map.decodeNil(forKey: AnyKey("d")) }
            #expect(try map.decodeIfPresent(Int.self, forKey: AnyKey("c")) == nil)
            #expect(try map.decodeIfPresent(String.self, forKey: AnyKey("d")) == nil)
            #expect(try map.decode(Bool.self, forKey: AnyKey(intValue: 5)))
            #expect(try Int(from: map.superDecoder()) == 9)
            #expect(try Int(from: map.superDecoder(forKey: AnyKey("super"))) == 9)
            #expect(throws: DecodingError.self) { try map.superDecoder(forKey: AnyKey("nowhere")) }
            var list = try map.nestedUnkeyedContainer(forKey: AnyKey("a"))
            #expect(list.count == 5)
            #expect(try !list.decodeNil())
            #expect(throws: DecodingError.self) { try list.decode(String.self) }
            #expect(list.currentIndex == 0, "what cannot be read stays the next")
            #expect(try list.decode(Int.self) == 1)
            #expect(try list.decodeNil())
            #expect(try list.decode(String.self) == "x")
            var inner = try list.nestedUnkeyedContainer()
            #expect(try inner.decode(Int.self) == 2)
            #expect(inner.isAtEnd)
            #expect(throws: DecodingError.self) { try inner.decode(Int.self) }
            #expect(throws: DecodingError.self) { try inner.decodeNil() }
            let last = try list.nestedContainer(keyedBy: AnyKey.self)
            #expect(last.codingPath.map(\.stringValue) == ["a", "Index 4"])
            #expect(try last.decode(Int.self, forKey: AnyKey("b")) == 3)
            #expect(list.isAtEnd)
            #expect(list.currentIndex == 5)
            #expect(throws: DecodingError.self) { try map.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a")) }
            #expect(throws: DecodingError.self) { try map.nestedUnkeyedContainer(forKey: AnyKey("c")) }
        }
        try decoding("83 01 02 03") { decoder in
            var list = try decoder.unkeyedContainer()
            #expect(try Int(from: list.superDecoder()) == 1)
            #expect(try list.decode(Int.self) == 2)
            var second = try decoder.unkeyedContainer()
            #expect(try second.decode(Int.self) == 1, "containers of one decoder read on their own")
        }
    }
}
