import CartModel
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import CartStore

@Suite("No catalog file stands for much more than it has")
struct SharedObjectTests {
    /// A file whose references and offsets have as many bytes as they need; the first object is the top.
    static func file(_ objects: [[UInt8]], referenceWidth: UInt8 = 1) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += Self.number(bytes.count, 4)
            bytes += object
        }
        let table = bytes.count
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 4, referenceWidth] + number(objects.count, 8) + number(0, 8)
            + number(table, 8)
    }

    static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// An array, of one object so many times.
    static func array(of object: UInt8, _ count: Int) -> [UInt8] {
        [0xAF, 0x12] + number(count, 4) + [UInt8](repeating: object, count: count)
    }

    static func text(_ count: Int) -> [UInt8] {
        [0x5F, 0x12] + number(count, 4) + [UInt8](repeating: 0x78, count: count)
    }

    static func text(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + Array(text.utf8) }

    static func wideText(_ count: Int) -> [UInt8] {
        [0x6F, 0x12] + number(count, 4) + [UInt8](repeating: 0x78, count: 2 * count)
    }

    static let repeated = "it refers to the same objects again and again, and stands for much more than it has"

    /// What a file is refused for, and how many times its size was used for that.
    static func refusal(of file: [UInt8]) throws -> (reasons: [String], times: Int) {
        let before = try touchedMemory()
        let reasons = ImporterTests.faults(file)
        return (reasons, (try touchedMemory() - before) / file.count)
    }

    /// The processor time of this thread: clock_gettime(2).
    static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Files that refer to a few objects again and again.
    static let repeating: [[[UInt8]]] = [
        // Groups with a title, rows with a name, keys that are passed over, values of no interest.
        [array(of: 1, 40_000), [0xD1, 2, 3], text("title"), text(400)],
        [array(of: 1, 40_000), [0xD1, 2, 3], text("name"), text(400)],
        [array(of: 1, 40_000), [0xD1, 2, 3], text("name"), text(1)],
        [array(of: 1, 40_000), [0xD2, 2, 2, 3, 3], text("x"), [0xA0]],
        [array(of: 1, 40_000), [0xD1, 2, 3], text("cars"), [0xA0]],
        [array(of: 1, 40_000), array(of: 2, 40_000), [0x08]],
        // Two million rows in groups that are one.
        [
            array(of: 1, 2000), [0xD1, 2, 3], text("cars"), array(of: 4, 1000), [0xD1, 5, 6], text("name"),
            text(400),
        ],
    ]

    @Test(
        "Files that refer to a few objects again and again are refused, whatever these are",
        arguments: repeating.indices
    )
    func shared(number: Int) throws {
        let file = Self.file(Self.repeating[number])
        let (reasons, times) = try Self.refusal(of: file)
        #expect(reasons == ["-/-/-: \(Self.repeated)"])
        #expect(times < 256)
    }

    @Test(
        "A text that is too long for any field is not decoded as often as it is referred to",
        arguments: ["title", "name", "icon", "sku", "id"],
        [false, true]
    )
    func longText(key: String, isWide: Bool) throws {
        let text = isWide ? Self.wideText(50_000) : Self.text(100_000)
        let other = ["name", "title"].contains(key) ? "x" : "name"
        let row: [UInt8] = [0xD2, 2, 4, 3, 5]
        let file = Self.file([Self.array(of: 1, 2000), row, Self.text(key), text, Self.text(other), Self.text("n")])
        let (reasons, times) = try Self.refusal(of: file)
        let limit = ["title": 400, "name": 400, "icon": 255][key] ?? 128
        #expect(reasons.count == 100)
        #expect(
            reasons.first
                == "\(key == "title" ? "1/-" : "-/1")/\(key): the \(key) has more than 4096 bytes; at most \(limit) are allowed"
        )
        #expect(times < 16)
    }

    @Test("A long key is not compared as often as it is referred to", arguments: [false, true])
    func longKey(isWide: Bool) throws {
        let key = isWide ? Self.wideText(200_000) : Self.text(400_000)
        let file = Self.file([Self.array(of: 1, 20_000), [0xD1, 2, 3], key, [0x08]])
        let before = Self.processorSeconds()
        #expect(ImporterTests.faults(file).count == 100)
        #expect(Self.processorSeconds() - before < 10)
    }

    @Test("An array that holds itself is not gone through at every depth")
    func itself() throws {
        let count = 500_000
        let file = Self.file([
            [0xAF, 0x12] + Self.number(count, 4) + [UInt8](repeating: 1, count: count - 1) + [0], [0x08],
        ])
        #expect(ImporterTests.faults(file) == ["-/-/-: \(Self.repeated)"])
    }

    @Test("A table of more offsets than there can be objects takes no memory")
    func offsets() throws {
        // Offsets of one byte.
        var file = Array("bplist00".utf8) + [0xA0] + [UInt8](repeating: 8, count: 500_000)
        file += [0, 0, 0, 0, 0, 0, 1, 1] + Self.number(500_000, 8) + Self.number(0, 8) + Self.number(9, 8)
        let (reasons, times) = try Self.refusal(of: file)
        #expect(reasons == ["-/-/-: it is no binary property list, or it is cut short"])
        #expect(times < 2)
    }

    @Test("What programs write shares texts, and is taken", arguments: [10, 300, 20_000])
    func honest(count: Int) throws {
        struct Row: Encodable {
            var name: String
            var icon: String
            var sku: Int
            var maker = String(repeating: "m", count: 300)
            var isNew = true
            var tags: [String] = []
        }
        let rows = (0..<count).map {
            Row(name: String(repeating: "n", count: 400), icon: String(repeating: "i", count: 255), sku: $0)
        }
        let file = try BinaryFileTests.binary(rows)
        #expect(try ImporterTests.catalog(file).count == count)
    }

    @Test("Rows that are none are not kept", arguments: ["JSON", "XML", "binary"])
    func faultyRows(format: String) throws {
        let count = 100_000
        let file: [UInt8]
        switch format {
        case "JSON":
            file = Array(#"[{"cars":[0"#.utf8) + (1..<count).flatMap { _ in Array(",0".utf8) } + Array("]}]".utf8)
        case "XML":
            let rows = String(repeating: "<true/>", count: count)
            file = ImporterTests.xml("<array>\(ImporterTests.dictionary(("cars", "<array>\(rows)</array>")))</array>")
        default:
            file = Self.file([[0xA1, 1], [0xD1, 2, 3], Self.text("cars"), Self.array(of: 4, count), [0x08]])
        }
        let (reasons, times) = try Self.refusal(of: file)
        #expect(reasons.count == 100)
        #expect(reasons.last?.hasPrefix("1/100/-: the row is ") == true)
        #expect(times < 16)
    }

    @Test("An icon of many folders, or of letters that join, is looked at once")
    func longIcon() throws {
        for part in ["a/", "🇦", "é.\u{301}"] {
            let icon = String(repeating: part, count: 400_000 / part.utf8.count)
            let file = Array(#"[{"name": "a", "icon": "\#(icon)"}]"#.utf8)
            let (seconds, memory) = (Self.processorSeconds(), try touchedMemory())
            #expect(ImporterTests.faults(file).first?.hasPrefix("-/1/icon: the i") == true)
            #expect(try (touchedMemory() - memory) / file.count < 8, "\(part)")
            #expect(Self.processorSeconds() - seconds < 10, "\(part)")
        }
    }
}
