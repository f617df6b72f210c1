import CartLayout
import Glibc
import TestSupport
import Testing

@testable import TextMeasurement

/// Files that are no fonts, and damaged ones.
@Suite struct FontTests {
    @Test(.needsDejaVu) func metricsFromTheFile() throws {
        let font = try Font(path: Fonts.dejaVu)
        #expect(font.unitsPerEm == 2048 && font.ascent == 1901 && font.descent == 483)
        #expect(font.path == Fonts.dejaVu && font.coversASCII)
    }

    @Test(.needsBothFonts) func collections() throws {
        #expect(try Font(path: Fonts.notoCJK, index: 9).unitsPerEm == 1000)
        for index in [-1, 10, Int.max, Int.min] {
            let error = try #require(throws: FontError.self) { try Font(path: Fonts.notoCJK, index: index) }
            #expect(error.message.contains("no font number \(index), only 0 to 9"))
        }
    }

    @Test(.needsBothFonts) func namesOfFonts() throws {
        let second = try Font(named: Fonts.notoCJK + "#2")
        #expect(second.path == Fonts.notoCJK && second.index == 2)
        #expect(try Font(named: Fonts.notoCJK).index == 0)
        for (name, reason) in [
            ("#10", "no font number 10"), ("#-1", "no font number -1"), ("#x", "No such"), ("#", "No such"),
        ] {
            let error = try #require(throws: FontError.self) { try Font(named: Fonts.notoCJK + name) }
            #expect(error.reason.contains(reason), "\(name)")
        }
        // A file that is called like that is meant itself.
        let folder = try TemporaryFolder()
        let link = folder.file("font#1")
        try #require(symlink(Fonts.notoCJK, link) == 0)
        let linked = try Font(named: link)
        #expect(linked.path == link && linked.index == 0)
        #expect(try Font(named: link + "#3").index == 3)
    }

    @Test(
        arguments: [
            ("", "empty"), ("/nowhere/font.ttf", "No such file"), ("/dev/zero", "not a regular file"),
            ("/tmp", "not a regular file"), ("/etc/passwd", "not a font"), ("a\0b", "NUL"),
            ("/proc/self/status", "empty"),
        ]
    )
    func notAFont(path: String, reason: String) throws {
        let error = try #require(throws: FontError.self) { try Font(path: path) }
        #expect(error.file == path)
        #expect(error.reason.contains(reason))
        #expect(error.description.contains("give the path of a TrueType or OpenType file"))
    }

    @Test func noFileOrAHugeOne() throws {
        #expect(throws: FontError.self) { try FontStack(named: []) }
        #expect(throws: FontError.self) { try FontStack(named: ["/nowhere/font.ttf"]) }
        var template = Array("/tmp/textmeasurement-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer {
            close(descriptor)
            unlink(path)
        }
        #expect(try #require(throws: FontError.self) { try Font(path: path) }.reason == "it is empty")
        // Sparse: the size is all there is of it.
        try #require(ftruncate(descriptor, off_t(Font.sizeLimit) + 1) == 0)
        #expect(try #require(throws: FontError.self) { try Font(path: path) }.reason.contains("at most"))
    }

    /// A font cut short anywhere is refused or measures; it never ends the process.
    @Test(.needsDejaVu) func truncatedFonts() throws {
        let bytes = try bytes(of: Fonts.dejaVu)
        #expect(throws: FontError.self) { try Font(bytes: [], name: "cut") }
        for count in Array(0..<300) + Array(stride(from: 300, to: bytes.count, by: 29_989)) {
            exercise(Array(bytes[..<count]), random: SplitMix64(seed: UInt64(count)))
        }
    }

    /// Random bytes changed, most of them in the tables that say where everything is.
    @Test(.needsDejaVu) func mutatedFonts() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("mutatedFonts: seed \(seed)")
        var random = SplitMix64(seed: seed)
        let original = try bytes(of: Fonts.dejaVu)
        for _ in 0..<40 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...64, using: &random) {
                let end = Bool.random(using: &random) ? 2048 : bytes.count
                bytes[Int.random(in: 0..<end, using: &random)] = .random(in: 0...255, using: &random)
            }
            exercise(bytes, random: random)
        }
    }

    private func exercise(_ bytes: [UInt8], random: SplitMix64) {
        var random = random
        guard
            let font = try? Font(bytes: bytes, name: "mutated"),
            let measure = try? FontMeasure(FontStack(font), size: 16)
        else { return }
        for title in ["Handbag AVA (office)", "حقيبة 12", TruncationTests.title(&random)] {
            let extent = measure.extent(of: title)
            #expect(extent.width >= 0 && extent.width.isFinite && extent.ascent.isFinite && extent.descent.isFinite)
            #expect(measure.truncate(title, toWidth: 40).size.width <= 40)
            #expect(measure.glyphRuns(of: title).path().utf8.allSatisfy { $0 < 0x80 })
        }
    }

    private func bytes(of path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "re"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }
}
