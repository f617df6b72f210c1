import CartModel
import FoundationEssentials
import TestSupport
import Testing

@testable import CartStore

/// What the readers of catalog files make of them, beside what FoundationEssentials writes and reads.
@Suite("Catalog files beside FoundationEssentials")
struct ReaderTests {
    struct Row: Codable {
        var name: String
        var sku: String?
        var id: Int?
        var icon: String?
        var tags: [String]?
        var more: [String: [Int]]?
        var price: Double?
        var isNew: Bool?

        var product: Product {
            Product(id: sku ?? id.map(String.init) ?? icon.map(Product.id(ofIcon:)) ?? name, name: name, icon: icon)
        }
    }

    struct Group: Codable {
        var title: String
        var items: [Row]
    }

    static func text(_ random: inout SplitMix64) -> String {
        let parts = [
            "a", "B ", "é", "e\u{301}", "钱包", "\u{1F600}", "\"", "\\", "/", "&", "<", ">", "'", "]]>", "&amp;", "0",
            "\u{FFFD}",
            "\u{2028}", ".",
        ]
        return "n"
            + (0..<Int.random(in: 0...12, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
            .joined()
    }

    static func row(_ number: Int, _ random: inout SplitMix64) -> Row {
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
        // An id of its own; what it is made of is chosen below.
        var row = Row(name: "\(number) " + text(&random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: row.sku = "\(number)-" + text(&random)
        case 1: row.id = Bool.random(using: &random) ? number : -1 - number
        case 2: row.icon = "i\(number)" + text(&random).replacing("/", with: "") + ".png"
        default: break
        }
        row.tags = maybe([text(&random), ""])
        row.more = maybe(["name": [1, 2], text(&random): []])
        row.price = maybe(Double.random(in: -1e6...1e6, using: &random))
        row.isNew = maybe(true)
        return row
    }

    static func files(_ value: some Encodable) throws -> [(format: String, bytes: [UInt8])] {
        let json = JSONEncoder()
        let pretty = JSONEncoder()
        pretty.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let xml = PropertyListEncoder()
        xml.outputFormat = .xml
        return [
            ("JSON", Array(try json.encode(value))), ("pretty JSON", Array(try pretty.encode(value))),
            ("XML", Array(try xml.encode(value))), ("binary", try BinaryFileTests.binary(value)),
        ]
    }

    @Test("What FoundationEssentials writes is read as it was", arguments: [UInt64](1...20))
    func written(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var number = 0
        let groups = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            Group(
                title: Self.text(&random),
                items: (0..<Int.random(in: 0...30, using: &random)).map { _ in
                    number += 1
                    return Self.row(number, &random)
                }
            )
        }
        let expected = groups.map { ProductGroup(title: $0.title, products: $0.items.map(\.product)) }
        for (format, bytes) in try Self.files(groups) {
            let read = try ImporterTests.catalog(bytes).groups
            #expect(read == expected, "\(format), seed \(seed)")
            // Equal texts may differ in their bytes.
            #expect(
                read.flatMap(\.products).map { Array($0.name.utf8) }
                    == expected.flatMap(\.products).map { Array($0.name.utf8) },
                "\(format), seed \(seed)"
            )
        }
        let rows = groups.flatMap(\.items)
        guard !rows.isEmpty else { return }
        for (format, bytes) in try Self.files(rows) {
            #expect(
                try ImporterTests.catalog(bytes).groups == [ProductGroup(products: rows.map(\.product))],
                "\(format), seed \(seed)"
            )
        }
    }

    /// Any JSON at all.
    struct Anything: Decodable {
        init(from decoder: any Decoder) throws {
            if var list = try? decoder.unkeyedContainer() {
                while !list.isAtEnd { _ = try list.decode(Anything.self) }
            } else if let values = try? decoder.container(keyedBy: XMLGuardTests.AnyKey.self) {
                for key in values.allKeys { _ = try values.decode(Anything.self, forKey: key) }
            } else {
                // A number is looked at only when it is decoded.
                let value = try decoder.singleValueContainer()
                if !value.decodeNil(), (try? value.decode(String.self)) == nil, (try? value.decode(Bool.self)) == nil {
                    _ = try value.decode(Double.self)
                }
            }
        }
    }

    @Test("What is no JSON to FoundationEssentials is none here, and hardly anything else", arguments: [UInt64](1...4))
    func malformed(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let parts = [
            "[", "]", "{", "}", ",", ":", "\"", "\\", "\\u00e9", "\\ud83d\\ude00", "\\n", "\\x", "\\u12", "true",
            "false", "null",
            "nul", "-", "0", "01", "1.5", "1.", ".5", "1e5", "1e", "+1", "-0", "\"name\"", "\"a\"", " ", "\n", "\t",
            "'", "//", "\u{1}",
        ]
        var (taken, refused) = (0, 0)
        for _ in 0..<1000 {
            var file = [
                "[", "{", "\"name\"", ":", "\"a\"", ",", "\"x\"", ":", "[", "1.5", ",", "{", "}", ",", "null", "]", "}",
                ",", "{",
                "\"name\"", ":", "\"b\"", "}", "]",
            ]
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<file.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: file.remove(at: place)
                case 1: file.insert(file[place], at: place)
                case 2: file[place] = parts.randomElement(using: &random) ?? ""
                default: file.insert(parts.randomElement(using: &random) ?? "", at: place)
                }
            }
            let bytes = Array(file.joined().utf8)
            let isRefused = ImporterTests.faults(bytes).first?.contains("it is no JSON") == true
            let isMalformed: Bool
            do {
                _ = try JSONDecoder().decode(Anything.self, from: Data(bytes))
                isMalformed = false
            } catch {
                isMalformed = true
            }
            // It takes a comma before an end, which RFC 8259 does not have.
            let hasLastComma = file.joined().contains(/,[ \n\t]*[\]}]/)
            guard bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "{"), !hasLastComma else { continue }
            #expect(isRefused == isMalformed, "seed \(seed): \(file.joined())")
            if isRefused { refused += 1 } else { taken += 1 }
        }
        #expect(taken > 100 && refused > 100, "seed \(seed): \(taken) taken, \(refused) refused")
    }

    @Test("Where a key is there twice the first counts, as it does for FoundationEssentials")
    func twice() throws {
        let json = Array(#"[{"name": "a", "name": "b"}]"#.utf8)
        #expect(try JSONDecoder().decode([Row].self, from: Data(json)).map(\.name) == ["a"])
        #expect(try ImporterTests.catalog(json).groups.first?.products.map(\.name) == ["a"])
    }

    @Test("A key with NUL before it is another, in every format", arguments: ["name", "icon", "sku", "id", "cars"])
    func keysWithNUL(_ key: String) throws {
        for count in 1...6 {
            let row = [String(repeating: "\0", count: count) + key: "x", "name": "a"]
            for (format, bytes) in try Self.files([row]) {
                #expect(
                    try ImporterTests.catalog(bytes).groups == [ProductGroup(products: [Product(id: "a", name: "a")])],
                    "\(format), \(count) before \(key)"
                )
            }
        }
    }
}
