import CartModel
import FoundationEssentials
import Glibc
import Testing
import TestSupport

@testable import CartStore

/// Every place where the check before decoding and the decoder may see different elements in the same file.
@Suite("XML property lists that are not plain")
struct XMLGuardTests {
    static func file(_ body: String, before: String = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>") -> [UInt8] {
        Array("\(before)<plist version=\"1.0\">\(body)</plist>\n".utf8)
    }

    /// Not so many that the decoder would overflow the stack: what slips through is to fail a test, not to end it.
    static let ends = String(repeating: "</array>", count: 200)
    static let row = "<array><dict><key>name</key><string>a</string></dict></array>"

    static func refusal(_ bytes: [UInt8]) -> String? {
        do {
            _ = try XMLPropertyListGuard(checking: bytes)
            return nil
        } catch {
            return error.reason
        }
    }

    /// A refused file; its test is told by its reason, because some files are a megabyte.
    struct Refused: CustomTestStringConvertible {
        let reason: String
        let bytes: [UInt8]
        var testDescription: String { reason }
    }

    /// The end tags would be counted, and the decoder sees none of them.
    @Test(
        "Nests that hide behind end tags which the decoder does not see",
        arguments: [
            ("<!--> \(ends) -->", ""), ("<!---> \(ends) -->", ""), ("<?> \(ends) ?>", ""),
            ("<?x \(ends) ?>", ""), ("<!-- \(ends) -->", ""), ("<!DOCTYPE plist \"\(ends)\">", ""),
            ("<!DOCTYPE plist [ <!-- > \(ends) --> ]>", ""), ("<!DOCTYPE plist SYSTEM '>\(ends)'>", ""),
            ("", "<![CDATA[ ]] > \(ends) ]]>"), ("", "<string><![CDATA[>\(ends)]]></string>"),
            ("", "<string a='>\(ends)'></string>"), ("", "<a b=\">\(ends)\"/>"), ("", ends),
            ("", "<true>\(ends)</true>"),
            ("", "<integer>\(ends)</integer>"), ("", "<key/>\(ends)"), ("", "<string/>\(ends)"),
        ]
    )
    func hidden(before: String, inside: String) {
        for (open, close) in [("<array>", "</array>"), ("<array >", "</array >"), ("<arrays>", "</array>")] {
            let deep = String(repeating: open, count: 200)
            for file in [
                Self.file(deep + String(repeating: close, count: 200), before: before),
                Self.file("<array>\(inside)\(deep)"), Self.file("\(before)<array>\(inside)\(deep)"),
                Self.file("<dict><key>a</key>\(inside)\(before)\(deep)"),
            ] {
                #expect(Self.refusal(file)?.hasPrefix("line ") == true)
                #expect(ImporterTests.faults(file).first?.contains("line ") == true)
            }
        }
    }

    @Test(
        "What is unusual is refused by name, with its line",
        arguments: [
            (
                "line 1: the file's encoding is ISO-8859-1; save it as UTF-8",
                file(row, before: "<?xml version='1.0' encoding='ISO-8859-1'?>")
            ),
            (
                "line 1: the file's encoding is utf-16; save it as UTF-8",
                file(row, before: "\u{FEFF}<?xml encoding = \"utf-16\"?>")
            ),
            ("line 1: the XML declaration is malformed", file(row, before: "<?xml version='1.0'encoding='UTF-8'?>")),
            // Foundation takes what is in the version for an encoding.
            (
                "line 1: the file's version of XML is 1.0encoding=; save it as 1.0",
                file(row, before: "<?xml version='1.0encoding=' encoding='UTF-8'?>")
            ),
            ("line 1: the XML declaration is malformed", file(row, before: "<?xml version='1.0' encodign='UTF-8'?>")),
            ("line 1: the XML declaration is malformed", file(row, before: "<?xml encoding='UTF-8' version='1.0'?>")),
            ("line 1: the XML declaration is malformed", file(row, before: "<?xml version='1.0' standalone='1'?>")),
            (
                "line 1: the attribute version has a value that does not end, or is not plain ASCII",
                file(row, before: "<?xml version='1?>0'?>")
            ),
            (
                "line 2: the XML declaration is not at the beginning of the file",
                file(row, before: "\n<?xml version='1.0'?>")
            ),
            (
                "line 2: the XML declaration is not at the beginning of the file",
                file(row, before: "<!-- -->\n<?XML ?>")
            ),
            ("line 1: a processing instruction has no name", file(row, before: "<?>?>")),
            ("line 1: the file is cut short: a processing instruction does not end", file(row, before: "<?x>")),
            ("line 2: there are two hyphens in a comment", file("\n<!-- a -- b -->" + row)),
            ("line 1: <! begins no comment, or a DOCTYPE that does not belong there", file(row, before: "<!->-->")),
            ("line 1: the file is cut short: a comment does not end", file(row, before: "<!-->")),
            ("line 1: <! begins no comment, or a DOCTYPE that does not belong there", file("<!DOCTYPE plist>" + row)),
            (
                "line 1: <! begins no comment, or a DOCTYPE that does not belong there",
                file(row, before: "<!DOCTYPE a><!DOCTYPE a>")
            ),
            ("line 1: <! begins no comment, or a DOCTYPE that does not belong there", file("<![CDATA[ ]]>" + row)),
            (
                "line 1: the DOCTYPE has declarations of its own, or does not end",
                file(row, before: "<!DOCTYPE a [ <!ENTITY b 'c'> ]>")
            ),
            (
                "line 1: the DOCTYPE has declarations of its own, or does not end",
                file(row, before: "<!DOCTYPE a SYSTEM '>'>")
            ),
            ("line 1: there is text outside of the property list", file(row, before: "<?xml?>x")),
            ("line 3: there is text outside of the property list", file(row) + Array("\nx".utf8)),
            ("line 2: there is text outside of the property list", file(row) + [0]),
            ("line 2: there is a second element after the property list", file(row) + Array("<array/>".utf8)),
            ("line 2: there is text between elements", file("\n<array>x</array>")),
            ("line 1: there is text between elements", file("<array>&#32;</array>")),
            ("line 1: there is text between elements", file("<array>\u{A0}</array>")),
            ("line 2: the element <arrays> does not belong there", file("\n<arrays/>")),
            ("line 2: the element <Array> does not belong there", file("\n<Array/>")),
            ("line 2: the element <> does not belong there", file("\n< array/>")),
            ("line 2: the element <plist> does not belong there", file("<array>\n<plist><array/></plist></array>")),
            ("line 1: the element <a:array> does not belong there", file("<a:array/>")),
            ("line 1: the tag <array> has attributes or does not end", file("<array a='b'/>")),
            ("line 1: the tag <array> has attributes or does not end", file("<array/ >")),
            ("line 1: the tag <array> has attributes or does not end", file("<array\u{A0}/>")),
            ("line 1: the tag <array> has attributes or does not end", file("<array<array/>")),
            ("line 1: the attribute b has no value in quotes", Array("<plist a='1' b=2><array/></plist>".utf8)),
            ("line 1: an attribute is malformed", Array("<plist a><array/></plist>".utf8)),
            (
                "line 1: the attribute a has a value that does not end, or is not plain ASCII",
                Array("<plist a='>'><array/></plist>".utf8)
            ),
            ("line 1: <plist/> has no content", Array("<plist/>".utf8)),
            ("line 1: <key/> has no content", file("<dict><key/><true/></dict>")),
            ("line 3: </dict> stands where </array> is expected", file("<array>\n\n</dict>")),
            ("line 1: </array> stands where </array> is expected", file("<array></array b>")),
            ("line 1: </> stands where </array> is expected", file("<array></>")),
            ("line 1: </array> stands where </plist> is expected", file("</array>")),
            ("line 1: </plist> ends nothing", Array("<!-- --></plist>".utf8)),
            ("line 1: there is something other than </true>", file("<true> </true>")),
            ("line 1: there is something other than </integer>", file("<integer>&#49;</integer>")),
            ("line 1: there is something other than </string>", file("<string>a<b/></string>")),
            ("line 1: there is something other than </string>", file("<string>a<!-- b --></string>")),
            ("line 1: <string>$null stands for nothing", file("<string>$null</string>")),
            ("line 1: the file is cut short: a CDATA section does not end", file("<string><![CDATA[ ]] > </string>")),
            ("line 1: the file is cut short inside of <string>", Array("<string>a".utf8)),
            ("line 2: the file is cut short: there is no element", Array("<!-- -->\n".utf8)),
            ("line 1: an & begins no reference; write &amp;", file("<string>A & B</string>")),
            ("line 1: an & begins no reference; write &amp;", file("<string>&#0000000065;</string>")),
            ("line 1: there is an unknown reference; write &amp; for an &", file("<string>&nbsp;</string>")),
            ("line 1: there is an unknown reference; write &amp; for an &", file("<string>&;</string>")),
            ("line 1: there is an unknown reference; write &amp; for an &", file("<string>&#;</string>")),
            ("line 1: there is an unknown reference; write &amp; for an &", file("<string>&#+65;</string>")),
            ("line 1: there is an unknown reference; write &amp; for an &", file("<string>&#X41;</string>")),
            ("line 1: the reference &#x110000; is no character", file("<string>&#x110000;</string>")),
            ("line 1: the reference &#xFFFFFFFF; is no character", file("<string>&#xFFFFFFFF;</string>")),
        ].map(Refused.init)
    )
    func unusual(file: Refused) {
        #expect(Self.refusal(file.bytes)?.hasPrefix(file.reason) == true, "\(Self.refusal(file.bytes) ?? "accepted")")
    }

    @Test(
        "What programs write is taken, and the decoder takes it too",
        arguments: [
            file(row),
            file(row, before: ""), file(row, before: "\u{FEFF}"), file(row, before: " \r\n\t"),
            file(
                row,
                before:
                    "\u{FEFF}<?xml version='1.0' encoding='utf-8' standalone=\"yes\" ?><!-- a - b -> --> <?x y=\"?\"?>"
            ),
            file(
                row,
                before: """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

                    """
            ),
            file(row, before: "<!--> --><!---->"), file("<!-- </array> --><?x </array> ?>" + row + "<!-- -->"),
            file(row) + Array("<!-- --><?x?>\r\n".utf8),
            Array(row.utf8), Array("<plist>\(row)</plist >".utf8),
            Array("<plist  version = '1.0' >\(row)</plist>".utf8),
            file(row.replacing("<array>", with: "<array >").replacing("</dict>", with: "</dict\n>")),
            file(
                row.replacing("a<", with: "<![CDATA[</array>]]>&lt;&gt;&amp;&apos;&quot;&#65;&#x1f600;&#00000066;]]><")
            ),
            file(
                row.replacing(
                    "<dict>",
                    with: "<dict><key>x</key><array><array/><dict/><string/><true/><false /><true></true></array>"
                )
            ),
            file(
                row.replacing(
                    "<dict>",
                    with: "<dict><key></key><data>\nAAAA\n</data><key>d</key><date>2020-01-01T00:00:00Z</date>"
                )
            ),
            file(
                row.replacing("<dict>", with: "<dict><key>r</key><real>1.5</real><key>i</key><integer> -0x1F</integer>")
            ),
            file(String(repeating: "<array>", count: 63) + String(repeating: "</array>", count: 63)),
        ]
    )
    func plain(file: [UInt8]) throws {
        #expect(Self.refusal(file) == nil)
        _ = try PropertyListDecoder().decode(Tree.self, from: Data(file))
    }

    struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// A quarter of a megabyte is what the deepest files need; a thread has eight unless somebody asks for less.
    @Test(
        "The deepest files that are decoded need no more than half a megabyte of stack",
        arguments: [
            file(String(repeating: "<array>", count: 63) + String(repeating: "</array>", count: 63)),
            file(
                String(repeating: "<dict><key>a</key>", count: 62) + "<string>x</string>"
                    + String(repeating: "</dict>", count: 62)
            ),
            Array((String(repeating: "[", count: 511) + String(repeating: "]", count: 511)).utf8),
            Array((String(repeating: "{\"products\":", count: 511) + "1" + String(repeating: "}", count: 511)).utf8),
            Array(String(repeating: "[", count: 1_000_000).utf8),
        ].map { Refused(reason: "\($0.count) bytes", bytes: $0) }
    )
    func stack(file: Refused) throws {
        let thread = try BackgroundThread(stackSize: 512 << 10) { ImporterTests.faults(file.bytes) }
        #expect(try thread.value().count == 1)
    }

    /// How deep the decoder says that a file is.
    struct Tree: Decodable {
        let depth: Int

        init(from decoder: any Decoder) throws {
            var children = [0]
            if var list = try? decoder.unkeyedContainer() {
                while !list.isAtEnd { children.append(try list.decode(Tree.self).depth) }
            } else if let values = try? decoder.container(keyedBy: AnyKey.self) {
                for key in values.allKeys { children.append(try values.decode(Tree.self, forKey: key).depth) }
            }
            depth = 1 + (children.max() ?? 0)
        }
    }

    /// Parts of files, well-formed and not; `\u{1}` stands for a nest that is too deep, or for its end.
    static let parts = [
        "<!--", "-->", "<!-->", "<!--->", "--", "<?", "?>", "<?>", "<?x", "<?x ?>", "<?xml", "<![CDATA[", "]]>", "<!",
        "<!DOCTYPE",
        "<!DOCTYPE plist>", "[", "]", "<!ENTITY a \"", "<plist>", "</plist>", "<plist version=\"1.0\">", "<array>",
        "</array>", "<array/>",
        "<array >", "<arrays>", "< array>", "<array/ >", "<array a=\"", "<dict>", "</dict>", "<dict/>", "<key>",
        "</key>", "<key/>", "<key>a</key>",
        "<string>", "</string>", "<string/>", "<string>a</string>", "<true/>", "<true>", "</true>", "<integer>",
        "</integer>", "<data>", "</data>",
        "<x>", "</x>", "<x/>", "</", "<", ">", "/>", "/", "\"", "'", "=", "&", ";", "&lt;", "&#60;", "&#x3C;", "&a;",
        " ", "\n", "\r", "\t", "\0", "\u{A0}",
        "a", "$null", "-", "!", "?", "\u{FEFF}", "encoding='utf-16'", "\u{1F600}", "\u{1}", "\u{1}", "\u{2}", "\u{2}",
        "\u{2}",
    ]

    /// A file that is mostly in order, with some parts put in, taken away or doubled.
    static func mutant(_ random: inout SplitMix64) -> (file: [UInt8], isChanged: Bool) {
        func value(_ depth: Int, _ random: inout SplitMix64) -> [String] {
            switch Int.random(in: 0..<(depth > 3 ? 6 : 9), using: &random) {
            case 0: return ["<string>", "a", "</string>"]
            case 1: return ["<string>", "a", "<![CDATA[", "<", "]]>", "&lt;", "</string>"]
            case 2: return ["<integer>", "1", "</integer>"]
            case 3: return ["<true/>"]
            case 4: return ["<!--", " ", "-->", "<array/>"]
            case 5: return ["<?x ", "?>", " ", "<dict/>"]
            case 6, 7:
                return ["<array>"]
                    + (0..<Int.random(in: 0...3, using: &random)).flatMap { _ in value(depth + 1, &random) } + [
                        "</array>"
                    ]
            default:
                return ["<dict>"]
                    + (0..<Int.random(in: 0...3, using: &random)).flatMap { _ in
                        ["<key>", "k", "</key>"] + value(depth + 1, &random)
                    } + ["</dict>"]
            }
        }
        let start =
            [["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"], ["<!DOCTYPE plist>"], []].randomElement(using: &random)
            ?? []
        var file = start + ["<plist version=\"1.0\">"] + value(0, &random) + ["</plist>"]
        let changes = Int.random(in: 0...5, using: &random)
        for _ in 0..<changes {
            let place = Int.random(in: 0...file.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where place < file.count: file.remove(at: place)
            case 1 where place < file.count: file.insert(file[place], at: place)
            case 2 where place < file.count: file.swapAt(place, Int.random(in: 0..<file.count, using: &random))
            case 3 where place < file.count:
                file[place] = String(
                    file[place].dropFirst(Int.random(in: 0...2, using: &random)).dropLast(
                        Int.random(in: 0...2, using: &random)
                    )
                )
            default: file.insert(parts.randomElement(using: &random) ?? "", at: place)
            }
        }
        let deep =
            [
                ["<array>", "</array>"], ["<array >", "</array\t>"], ["<dict><key>k</key>", "</dict>"],
                ["<array>", "</x>"],
            ].randomElement(using: &random) ?? []
        let text = file.joined()
            .replacing("\u{1}", with: String(repeating: deep.first ?? "", count: 100))
            .replacing("\u{2}", with: String(repeating: deep.last ?? "", count: 100))
        return (Array(text.utf8), changes > 0)
    }

    @Test("Whatever passes is to the decoder as deep as it is to the check", arguments: [UInt64](1...8))
    func random(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var (passed, decoded) = (0, 0)
        for _ in 0..<400 {
            let (file, isChanged) = Self.mutant(&random)
            let shown = String(decoding: file.prefix(2000), as: UTF8.self)
            guard Self.refusal(file) == nil else {
                #expect(isChanged, "seed \(seed): \(shown)")
                continue
            }
            passed += 1
            guard let tree = try? PropertyListDecoder().decode(Tree.self, from: Data(file)) else {
                #expect(isChanged, "seed \(seed): \(shown)")
                continue
            }
            decoded += 1
            #expect(tree.depth < XMLPropertyListGuard.depthLimit, "seed \(seed): \(shown)")
        }
        // Files that are all refused, or hardly ever decoded, would show nothing.
        #expect(passed > 50)
        #expect(decoded * 10 > passed * 9, "seed \(seed): \(decoded) of \(passed)")
    }
}
