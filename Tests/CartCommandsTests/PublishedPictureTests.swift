import Testing
import TestSupport

/// The pictures that the README shows.
@Suite("Published pictures")
struct PublishedPictureTests {
    @Test("are well-formed, small, and need no font", arguments: ["grid", "list", "control"])
    func picture(name: String) throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let text = try text(ofFile: "\(root)/Resources/pictures/\(name).svg")
        #expect(text.utf8.count < 100_000)
        let svg = try SVGReading(text)
        #expect(svg.named("text").isEmpty && svg.named("image").isEmpty)
        #expect(svg.named("path").count > 1)
        let readme = try TestSupport.text(ofFile: root + "/README.md")
        #expect(readme.contains(#"<img src="Resources/pictures/\#(name).svg""#))
    }
}
