import CartModel
import Testing

@testable import CartStore

@Suite("Catalog files")
struct ImporterTests {
    /// A property list around a body.
    static func xml(_ body: String) -> [UInt8] {
        Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(body)</plist>\n".utf8)
    }

    static func dictionary(_ pairs: (String, String)...) -> String {
        "<dict>" + pairs.map { "<key>\($0)</key>\($1)" }.joined() + "</dict>"
    }

    static func catalog(_ bytes: [UInt8]) throws(CartError) -> Catalog {
        try CatalogImporter.catalog(named: "test", bytes: bytes, source: "test.plist")
    }

    /// The faults of a refused file as `group/row/key: reason`, `-` for what is not given.
    static func faults(_ bytes: [UInt8]) -> [String] {
        do {
            let catalog = try catalog(bytes)
            return ["accepted with \(catalog.count) products"]
        } catch {
            guard error.code == .invalidCatalog, case .list(let rows)? = error.details["rows"],
                error.details["file"] == .string("test.plist")
            else {
                return ["\(error) \(error.details)"]
            }
            return rows.map { row in
                guard case .object(let row) = row else {
                    return "no object"
                }
                let place = ["group", "row", "key"].map { key in
                    switch row[key] {
                    case .integer(let value)?: "\(value)"
                    case .string(let value)?: value
                    default: "-"
                    }
                }
                guard case .string(let reason)? = row["reason"] else {
                    return "no reason"
                }
                return place.joined(separator: "/") + ": " + reason
            }
        }
    }

    @Test(
        "Rows by their keys",
        arguments: [
            ("<string>a</string>", nil, nil, Product(id: "a", name: "a")),
            ("<string>a</string>", "<string>m_1.png</string>", nil, Product(id: "m_1", name: "a", icon: "m_1.png")),
            (
                "<string>a</string>", "<string>x/y/m.tar.gz</string>", nil,
                Product(id: "m.tar", name: "a", icon: "x/y/m.tar.gz")
            ),
            ("<string>a</string>", "<string>.png</string>", nil, Product(id: ".png", name: "a", icon: ".png")),
            ("<string>a</string>", "<string></string>", nil, Product(id: "a", name: "a")),
            (
                "<string>a</string>", nil, ("sku", "<string>0123456789012</string>"),
                Product(id: "0123456789012", name: "a")
            ),
            ("<string>a</string>", nil, ("sku", "<integer>1111</integer>"), Product(id: "1111", name: "a")),
            ("<string>a</string>", nil, ("id", "<integer>-5</integer>"), Product(id: "-5", name: "a")),
            (
                "<string>a</string>", nil, ("id", "<integer>18446744073709551615</integer>"),
                Product(id: "18446744073709551615", name: "a")
            ),
            ("<string>a</string>", nil, ("id", "<integer>0x1F</integer>"), Product(id: "31", name: "a")),
            (
                "<string>a&#x1F600;&amp;&lt;<![CDATA[<&]]></string>", nil, ("other", "<true/>"),
                Product(id: "a\u{1F600}&<<&", name: "a\u{1F600}&<<&")
            ),
        ] as [(String, String?, (String, String)?, Product)]
    )
    func row(name: String, icon: String?, extra: (String, String)?, expected: Product) throws {
        var body = "<key>name</key>\(name)"
        if let icon { body += "<key>icon</key>\(icon)" }
        if let extra { body += "<key>\(extra.0)</key>\(extra.1)" }
        let catalog = try Self.catalog(Self.xml("<array><dict>\(body)</dict></array>"))
        #expect(catalog.groups == [ProductGroup(title: "", products: [expected])])
    }

    @Test("sku comes before id, id before icon")
    func identifierOrder() throws {
        let all = Self.dictionary(
            ("icon", "<string>i.png</string>"),
            ("id", "<string>d</string>"),
            ("name", "<string>n</string>"),
            ("sku", "<string>s</string>")
        )
        let without = Self.dictionary(
            ("icon", "<string>i.png</string>"),
            ("id", "<string>d</string>"),
            ("name", "<string>n</string>")
        )
        let catalog = try Self.catalog(Self.xml("<array>\(all)\(without)</array>"))
        #expect(catalog.groups.first?.products.map(\.id) == ["s", "d"])
    }

    @Test("Groups by any of the three lists, with and without title and list")
    func groups() throws {
        let row = { (name: String) in Self.dictionary(("name", "<string>\(name)</string>")) }
        let catalog = try Self.catalog(
            Self.xml(
                """
                <array>
                \(Self.dictionary(("title", "<string>A</string>"), ("cars", "<array>\(row("a1"))\(row("a2"))</array>")))
                \(Self.dictionary(("title", "<string>B</string>"), ("products", "<array>\(row("b"))</array>")))
                \(Self.dictionary(("items", "<array>\(row("c"))</array>")))
                \(Self.dictionary(("title", "<string>D</string>")))
                \(Self.dictionary(("title", "<string>E</string>"), ("cars", "<array/>")))
                </array>
                """
            )
        )
        #expect(catalog.groups.map(\.title) == ["A", "B", "", "D", "E"])
        #expect(catalog.groups.map { $0.products.map(\.id) } == [["a1", "a2"], ["b"], ["c"], [], []])
    }

    @Test("An empty array is an empty catalog")
    func emptyArray() throws {
        #expect(try Self.catalog(Self.xml("<array/>")).count == 0)
        #expect(try Self.catalog(Array("[]".utf8)).count == 0)
    }

    @Test(
        "Every bad row is named",
        arguments: [
            ("<array><dict/></array>", ["-/1/name: the row has no name"]),
            ("<array>\(dictionary(("icon", "<string>i</string>")))</array>", ["-/1/name: the row has no name"]),
            (
                "<array>\(dictionary(("name", "<integer>5</integer>")))\(dictionary(("name", "<string>ok</string>")))"
                    + "\(dictionary(("name", "<string></string>")))<string>x</string><array/><true/></array>",
                [
                    "-/1/name: the name is a whole number; text is expected", "-/3/name: the id is empty",
                    "-/4/-: the row is text; a dictionary is expected",
                    "-/5/-: the row is an array; a dictionary is expected",
                    "-/6/-: the row is a boolean; a dictionary is expected",
                ]
            ),
            (
                "<array>"
                    + [
                        "<real>1.0</real>", "<real>1.5</real>", "<true/>", "<date>2020-01-01T00:00:00Z</date>",
                        "<data>AAAA</data>", "<array/>", "<dict/>", "<integer>18446744073709551616</integer>",
                        "<string></string>",
                    ].map { dictionary(("name", "<string>n</string>"), ("sku", $0)) }.joined() + "</array>",
                [
                    "-/1/sku: the sku is a real number; text or a whole number is expected",
                    "-/2/sku: the sku is a real number; text or a whole number is expected",
                    "-/3/sku: the sku is a boolean; text or a whole number is expected",
                    "-/4/sku: the sku is a date; text or a whole number is expected",
                    "-/5/sku: the sku is data; text or a whole number is expected",
                    "-/6/sku: the sku is an array; text or a whole number is expected",
                    "-/7/sku: the sku is a dictionary; text or a whole number is expected",
                    "-/8/sku: the sku is a number that is too large; text or a whole number is expected",
                    "-/9/sku: the id is empty",
                ]
            ),
            (
                "<array>\(dictionary(("name", "<string>a</string>"), ("icon", "<true/>"), ("id", "<real>2</real>")))</array>",
                [
                    "-/1/icon: the icon is a boolean; text is expected",
                    "-/1/id: the id is a real number; text or a whole number is expected",
                ]
            ),
            (
                "<array>"
                    + ["a", "b", "a", "e\u{301}", "\u{E9}"].map { dictionary(("name", "<string>\($0)</string>")) }
                    .joined()
                    + "</array>",
                ["-/3/id: the id a is that of row 1 already", "-/5/id: the id \u{E9} is that of row 4 already"]
            ),
            (
                "<array>"
                    + dictionary(
                        ("title", "<string>A</string>"),
                        ("cars", "<array>\(dictionary(("name", "<string>a</string>")))</array>")
                    )
                    + dictionary(
                        ("title", "<integer>1</integer>"),
                        ("cars", "<array>\(dictionary(("name", "<string>a</string>")))<dict/></array>")
                    )
                    + dictionary(("title", "<string>C</string>"), ("cars", "<string>x</string>"))
                    + dictionary(("cars", "<array/>"), ("items", "<array/>"))
                    + dictionary(("name", "<string>b</string>")) + "<integer>4</integer>"
                    + dictionary(("name", "<string>n</string>"), ("cars", "<array/>"))
                    + "</array>",
                [
                    "2/-/title: the title is a whole number; text is expected",
                    "2/1/id: the id a is that of group 1, row 1 already",
                    "2/2/name: the row has no name", "3/-/cars: cars is text; an array is expected",
                    "4/-/items: the group has cars and items; one list is expected",
                    "5/-/-: the element is a product; the elements before it are groups",
                    "6/-/-: the group is a whole number; a dictionary is expected",
                    "7/-/name: a group with a list of products has a title and no name",
                ]
            ),
            (
                "<array>\(dictionary(("name", "<string>a</string>")))\(dictionary(("title", "<string>a</string>")))</array>",
                ["-/2/-: the row is a group; the rows before it are products"]
            ),
            ("<dict/>", ["-/-/-: the file is a dictionary at the top; an array of products or of groups is expected"]),
            (
                dictionary(("products", "<array/>")),
                ["-/-/-: the file is a dictionary at the top; an array is expected"]
            ),
            (
                "<string>x</string>",
                ["-/-/-: the file is text at the top; an array of products or of groups is expected"]
            ),
            (
                "<array>\(dictionary(("name", "<string>a\u{7}</string>"), ("icon", "<string>i\n</string>")))</array>",
                ["-/1/icon: the id has a control character"]
            ),
        ] as [(String, [String])]
    )
    func badRows(body: String, expected: [String]) {
        #expect(Self.faults(Self.xml(body)) == expected)
    }

    @Test(
        "Whole files that are refused, and why",
        arguments: [
            ([], "the file is empty"),
            (Array("hello".utf8), "the file is neither a property list (XML or binary) nor JSON"),
            (Array("(a, b)".utf8), "the file is neither a property list (XML or binary) nor JSON"),
            ([0xFF, 0xFE, 0x3C, 0x00], "the file is UTF-16; save it as UTF-8"),
            (Array(xml("<array/>").prefix(60)), "line 2: the file is cut short inside of <plist>"),
            (Array(xml("<array><string>").dropLast(9)), "line 2: the file is cut short inside of <string>"),
            (xml("<array><dict><key>name</key></dict></array>"), "line 2: a value is missing behind a <key>"),
            (xml("<array><string>\u{1}") + [0xFF] + xml("</string></array>"), "not valid UTF-8"),
            (xml("<array><string>") + [0xED, 0xA0, 0x80] + xml("</string></array>"), "not valid UTF-8"),
            (xml("\n<array>\n<string>a&#xD800;b</string></array>"), "line 4: the reference &#xD800; is a surrogate"),
            (xml("<array><string>a&#57343;b</string></array>"), "the reference &#57343; is a surrogate"),
            (xml("<array><string>a&#xD83D;&#xDE00;b</string></array>"), "the reference &#xD83D; is a surrogate"),
            (xml("<array><string>a&#x110000;b</string></array>"), "line 2: the reference &#x110000; is no character"),
            (xml(String(repeating: "<array>", count: 65)), "line 2: elements are nested more than 64 deep"),
            (xml(String(repeating: "<array>", count: 1_000_000)), "elements are nested more than 64 deep"),
            (xml(String(repeating: "<dict><key>a</key>", count: 200_000)), "elements are nested more than 64 deep"),
            ([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000), "JSON"),
            (Array("[{\"name\":\"a\"}".utf8), "cut short"),
            (Array("bplist00".utf8), "cut short"),
            (Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 64), "cut short"),
        ].map(BadFile.init)
    )
    func badFiles(file: BadFile) {
        let faults = Self.faults(file.bytes)
        #expect(faults.count == 1)
        #expect(faults.first?.contains(file.reason) == true, "\(faults)")
    }

    /// Told in a test's output by its reason: some files are a million bytes.
    struct BadFile: CustomTestStringConvertible {
        let bytes: [UInt8]
        let reason: String
        var testDescription: String { reason }
    }

    @Test("A refusal never quotes more than a little of the file")
    func shortRefusals() {
        for text in [
            "<plist>" + String(repeating: "<a\n\u{1B}[31m", count: 100_000),
            "{\"" + String(repeating: "x", count: 100_000),
        ] {
            do {
                _ = try Self.catalog(Array(text.utf8))
                Issue.record("accepted")
            } catch {
                #expect(error.message.utf8.count < 500)
                #expect("\(error.details)".utf8.count < 1000)
                #expect(!error.message.unicodeScalars.contains { $0.value < 0x20 })
            }
        }
    }

    @Test(
        "A hundred faults are listed, all are counted",
        arguments: [
            String(repeating: "<dict/>", count: 250),
            String(repeating: dictionary(("name", "<string>a</string>")), count: 251),
            String(repeating: "<dict/>" + dictionary(("name", "<string>a</string>")), count: 125)
                + dictionary(("name", "<string>a</string>")),
        ]
    )
    func manyFaults(rows: String) {
        do {
            _ = try Self.catalog(Self.xml("<array>" + rows + "</array>"))
            Issue.record("accepted")
        } catch {
            guard case .list(let rows)? = error.details["rows"] else {
                Issue.record("no rows")
                return
            }
            #expect(rows.count == 100)
            #expect(error.details["faults"] == .integer(250))
        }
    }
}
