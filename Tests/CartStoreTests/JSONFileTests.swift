import CartModel
import Testing

@testable import CartStore

@Suite("Catalog files in JSON")
struct JSONFileTests {
    @Test("JSON of the same shapes")
    func json() throws {
        let flat = try ImporterTests.catalog(
            Array(
                """
                [{"id": "x", "name": "X", "path": [{"id": 1}]}, {"sku": 7, "name": "Y", "icon": null}, {"name": "Z", "id": null}]
                """.utf8
            )
        )
        #expect(flat.groups.first?.products.map(\.id) == ["x", "7", "Z"])
        let grouped = try ImporterTests.catalog(
            Array(#"[{"title": "T", "products": [{"name": "\ud83d\ude00"}]}]"#.utf8)
        )
        #expect(grouped.groups == [ProductGroup(title: "T", products: [Product(id: "\u{1F600}", name: "\u{1F600}")])])
        let object = try ImporterTests.catalog(
            Array(#"{"products": [{"id": "OLJCESPC7Z", "name": "Sunglasses"}]}"#.utf8)
        )
        #expect(object.groups.map(\.products.count) == [1])
    }

    @Test(
        "Bad JSON rows",
        arguments: [
            (
                #"[{"name": "a\ud800b"}, {"name": "\udc00"}, {"name": "ok"}]"#,
                [
                    "-/1/name: the name is text that is not valid Unicode, such as a lone surrogate; text is expected",
                    "-/2/name: the name is text that is not valid Unicode, such as a lone surrogate; text is expected",
                ]
            ),
            (
                #"[{"name": "a", "id": 1.5}, {"name": "b", "id": 1e400}, {"name": "c", "id": true}, {"name": null}, 3]"#,
                [
                    "-/1/id: the id is a number that is not whole, or too large; text or a whole number is expected",
                    "-/2/id: the id is a number that is not whole, or too large; text or a whole number is expected",
                    "-/3/id: the id is a boolean; text or a whole number is expected", "-/4/name: the row has no name",
                    "-/5/-: the row is a whole number; a dictionary is expected",
                ]
            ),
            (
                #"{"name": "a"}"#,
                [
                    "-/-/-: the file is a dictionary at the top; an array of products or of groups is expected"
                ]
            ),
            (#"{"title": "a", "products": [{}]}"#, ["-/1/name: the row has no name"]),
            (
                #"[{"title": "a", "products": [{"name": "x"}, null, {}]}]"#,
                ["1/2/-: the row is null; a dictionary is expected", "1/3/name: the row has no name"]
            ),
            (
                #"[{}, {"name": "a"}, 5, {"name": "a"}, {"name": "b"}, {"name": ""}, {"name": "b"}]"#,
                [
                    "-/1/name: the row has no name", "-/3/-: the row is a whole number; a dictionary is expected",
                    "-/4/id: the id a is that of row 2 already", "-/6/name: the id is empty",
                    "-/7/id: the id b is that of row 5 already",
                ]
            ),
            (
                #"[{"title": "a", "items": [{}, {"name": "x"}]}, 7, {"title": "\#(String(repeating: "t", count: 401))"},"#
                    + #" {"items": [{"name": "x"}, {"name": "y"}, {"name": "y"}]}]"#,
                [
                    "1/1/name: the row has no name", "2/-/-: the group is a whole number; a dictionary is expected",
                    "3/-/title: the title is longer than 400 bytes or has a NUL character",
                    "4/1/id: the id x is that of group 1, row 2 already",
                    "4/3/id: the id y is that of group 4, row 2 already",
                ]
            ),
        ] as [(String, [String])]
    )
    func badJSON(text: String, expected: [String]) {
        #expect(ImporterTests.faults(Array(text.utf8)) == expected)
    }
}
