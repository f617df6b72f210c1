import CartModel
import FoundationEssentials
import Glibc
import Testing
import TestSupport

@testable import CartStore

@Suite("Binary property lists and descriptors")
struct BinaryFileTests {
    struct Row: Encodable {
        var name: String
        var sku: Int?
        var icon: String?
    }

    struct Group: Encodable {
        var title: String
        var cars: [Row]?
    }

    static func binary(_ value: some Encodable) throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return Array(try encoder.encode(value))
    }

    /// A file of hand-made objects; the first is the top.
    static func file(_ objects: [[UInt8]], count: UInt64? = nil, top: UInt64 = 0, table: UInt64? = nil) -> [UInt8] {
        func number(_ value: UInt64, _ width: Int) -> [UInt8] {
            (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        }
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += number(UInt64(bytes.count), 4)
            bytes += object
        }
        let end = UInt64(bytes.count)
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 4, 1] + number(count ?? UInt64(objects.count), 8) + number(top, 8)
            + number(table ?? end, 8)
    }

    @Test("Flat and grouped files")
    func shapes() throws {
        let rows = [Row(name: "钱包", sku: 7, icon: "i.png"), Row(name: "b")]
        let flat = try ImporterTests.catalog(try Self.binary(rows))
        #expect(
            flat.groups == [
                ProductGroup(products: [
                    Product(id: "7", name: "钱包", icon: "i.png"), Product(id: "b", name: "b"),
                ])
            ]
        )
        let grouped = try ImporterTests.catalog(
            try Self.binary([Group(title: "A", cars: rows), Group(title: "B", cars: nil)])
        )
        #expect(grouped.groups.map(\.title) == ["A", "B"])
        #expect(grouped.groups.map(\.products) == [flat.groups.flatMap(\.products), []])
    }

    @Test("The text $null, which a decoder takes for nothing, is refused rather than lost")
    func nullText() throws {
        let reason = "-/-/-: the text $null stands for nothing in a property list, and not for a text"
        let ascii = try Self.binary([Row(name: "a", icon: "$null")])
        #expect(ImporterTests.faults(ascii) == [reason])
        func file(icon: [UInt8]) -> [UInt8] {
            let objects: [[UInt8]] = [
                [0xA1, 1], [0xD2, 2, 3, 4, 5], [0x54] + Array("name".utf8), [0x54] + Array("icon".utf8), [0x51, 0x61],
            ]
            return Self.file(objects + [icon])
        }
        #expect(ImporterTests.faults(file(icon: [0x65] + "$null".utf16.flatMap { [0, UInt8($0)] })) == [reason])
        // Others like it are texts.
        #expect(try ImporterTests.catalog(file(icon: [0x54] + Array("null".utf8))).product(at: 0)?.icon == "null")
        #expect(try ImporterTests.catalog(file(icon: [0x56] + Array("$null ".utf8))).product(at: 0)?.icon == "$null ")
    }

    @Test("Every text comes out of every format as it is", arguments: ["XML", "binary", "JSON"])
    func texts(format: String) throws {
        let texts = StoreTests.texts
        // Written by hand: an encoder may take two spellings of a text for one.
        let file: [UInt8]
        switch format {
        case "XML":
            let rows = texts.enumerated().map { number, text in
                let escaped = text.replacing("\"", with: "&quot;")
                return ImporterTests.dictionary(
                    ("name", "<string>\(escaped)</string>"),
                    ("sku", "<integer>\(number)</integer>")
                )
            }
            file = ImporterTests.xml("<array>\(rows.joined())</array>")
        case "binary":
            let count = UInt8(texts.count)
            let name = 2 * count + 1
            let sku = name + 1
            file = Self.file(
                [[0xAF, 0x10, count] + (1...count)]
                    + (1...count).map { [0xD2, name, sku, count + $0, sku + $0] }
                    + texts.map {
                        [0x6F, 0x10, UInt8($0.utf16.count)] + $0.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
                    }
                    + [[0x54] + Array("name".utf8), [0x53] + Array("sku".utf8)] + (0..<count).map { [0x10, $0] }
            )
        default:
            let rows = texts.enumerated().map { number, text in
                "{\"sku\": \(number), \"name\": \"\(text.replacing("\"", with: "\\\""))\"}"
            }
            file = Array("[\(rows.joined(separator: ","))]".utf8)
        }
        let products = try ImporterTests.catalog(file).groups.flatMap(\.products)
        #expect(products.map(\.id) == texts.indices.map(String.init))
        #expect(products.map { Array($0.name.utf8) } == texts.map { Array($0.utf8) })
    }

    @Test("A file that is cut anywhere is refused")
    func cut() throws {
        let whole = try Self.binary([Group(title: "A", cars: [Row(name: "钱包"), Row(name: "b", sku: 5)])])
        for length in 0..<whole.count {
            #expect(ImporterTests.faults(Array(whole.prefix(length))).first?.hasPrefix("accepted") == false)
        }
    }

    @Test("A lone surrogate in UTF-16 is refused by row and key")
    func loneSurrogate() throws {
        // An array of two rows {name: "A" and D800}, {name: D83D DE00}.
        let file = Self.file([
            [0xA2, 1, 2], [0xD1, 3, 4], [0xD1, 3, 5], [0x54] + Array("name".utf8), [0x62, 0, 0x41, 0xD8, 0],
            [0x62, 0xD8, 0x3D, 0xDE, 0],
        ])
        #expect(
            ImporterTests.faults(file) == [
                "-/1/name: the name is text that is not valid Unicode, such as a lone surrogate; text is expected"
            ]
        )
    }

    @Test(
        "Files that stand for too much, for themselves, or for nothing",
        arguments: [
            (file([[0xA1, 0]]), "hold themselves"),
            (file([[0xA1, 1], [0xA1, 0]]), "hold themselves"),
            (file([[0xD1, 1, 0], [0x51, 0x61]]), "hold themselves"),
            (file((0..<70).map { [0xA1, UInt8($0) + 1] } + [[0x08]]), "nested more than 64 deep"),
            // Thirty arrays, each ten times in the one before: 10^30 objects.
            (
                file((0..<30).map { [0xAA] + [UInt8](repeating: UInt8($0) + 1, count: 10) } + [[0xA0]]),
                "stands for much more than"
            ),
            (file([[0xA1, 7]]), "cut short"),
            (file([[0xAF, 0x12, 0xFF, 0xFF, 0xFF, 0xFF]]), "cut short"),
            (file([[0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]), "cut short"),
            (file([[0xDF, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]), "cut short"),
            (file([[0x5F, 0x12, 0x00, 0xFF, 0xFF, 0xFF]]), "cut short"),
            (file([[0x6F, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]]), "cut short"),
            (file([[0xA0]], count: .max), "cut short"),
            (file([[0xA0]], count: 0), "cut short"),
            (file([[0xA0]], top: 1), "cut short"),
            (file([[0xA0]], table: .max), "cut short"),
            (file([[0xA0]], table: 0), "cut short"),
        ]
    )
    func guarded(bytes: [UInt8], reason: String) {
        let faults = ImporterTests.faults(bytes)
        #expect(faults.count == 1)
        #expect(faults.first?.contains(reason) == true, "\(faults)")
    }

    @Test("Random changes of good files give a catalog or a refusal", arguments: [1, 2])
    func changed(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rows = [Row(name: "钱包", icon: "i.png"), Row(name: "b", sku: 5), Row(name: "\u{1F600}")]
        let files = [
            try Self.binary(rows), try Self.binary([Group(title: "A", cars: rows)]), BuiltInCatalog.shop.bytes,
            Array(#"[{"title": "T", "products": [{"name": "\ud83d\ude00", "sku": 7}]}]"#.utf8),
        ]
        for _ in 0..<3000 {
            var file = files.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<file.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: file[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: file[index] = .random(in: 0...255, using: &random)
                case 2: file.insert(file[Int.random(in: 0..<file.count, using: &random)], at: index)
                default: if file.count > 1 { file.remove(at: index) }
                }
            }
            do {
                _ = try ImporterTests.catalog(file)
            } catch {
                #expect(error.code == .invalidCatalog, "seed \(seed): \(file)")
            }
        }
    }

    @Test("A file is read whole, wherever its descriptor stands")
    func descriptor() throws {
        let folder = try TemporaryFolder.inMemory()
        let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        try folder.write(content, to: "file")
        let descriptor = open(folder.path + "/file", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        lseek(descriptor, 5000, SEEK_SET)
        #expect(try CatalogImporter.read(descriptor: descriptor) == content)
        #expect(lseek(descriptor, 0, SEEK_CUR) == 5000)
        #expect(try CatalogImporter.read(descriptor: descriptor, limit: content.count) == content)
        try folder.write([], to: "empty")
        let empty = open(folder.path + "/empty", O_RDONLY | O_CLOEXEC)
        defer { close(empty) }
        #expect(try CatalogImporter.read(descriptor: empty) == [])
    }

    @Test("A file that changes while it is read is refused, and nothing is read behind its end")
    func changing() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/file"
        let changes: [(String, () -> Void)] = [
            ("grows", { truncate(file, 10_000_001) }), ("shrinks", { truncate(file, 5_000_000) }),
            ("is emptied", { truncate(file, 0) }),
            (
                "is written over",
                {
                    let descriptor = open(file, O_WRONLY | O_CLOEXEC)
                    pwrite(descriptor, "x", 1, 9_000_000)
                    close(descriptor)
                }
            ),
        ]
        for (what, change) in changes {
            try folder.write([UInt8](repeating: 0x20, count: 10_000_000), to: "file")
            let descriptor = open(file, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            var portions = 0
            let error = #expect(throws: CartError.self, "\(what)") {
                try CatalogImporter.read(descriptor: descriptor) {
                    portions += 1
                    if portions == 2 { change() }
                    return false
                }
            }
            #expect(
                error?.message.contains("it changed while it was read") == true,
                "\(what): \(String(describing: error))"
            )
        }
    }

    @Test("A file of /proc, whose size is not told, is refused")
    func unsized() throws {
        let descriptor = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let error = #expect(throws: CartError.self) { try CatalogImporter.read(descriptor: descriptor) }
        #expect(error?.code == .invalidCatalog)
    }

    @Test("Reading and decoding end when nobody waits for the catalog any more")
    func cancelled() throws {
        let folder = try TemporaryFolder()
        let rows = (0..<5000).map { #"{"name": "p\#($0)"}"# }
        let bytes = Array("[\(rows.joined(separator: ","))]".utf8)
        try folder.write(bytes, to: "file")
        let descriptor = open(folder.path + "/file", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(throws: CartError(.cancelled, "the import was cancelled")) {
            try CatalogImporter.read(descriptor: descriptor) { true }
        }
        var asked = 0
        #expect(throws: CartError(.cancelled, "the import was cancelled")) {
            _ = try CatalogImporter.catalog(named: "c", bytes: bytes, source: "c") {
                asked += 1
                return asked > 2
            }
        }
    }

    @Test("Descriptors that are refused, and why")
    func badDescriptors() throws {
        func refusal(_ descriptor: Int32, limit: Int = CatalogImporter.sizeLimit) -> String? {
            defer { close(descriptor) }
            do {
                _ = try CatalogImporter.read(descriptor: descriptor, limit: limit)
                return nil
            } catch {
                return error.code == .invalidCatalog ? error.message : nil
            }
        }
        let folder = try TemporaryFolder.inMemory()
        try folder.write([1, 2, 3], to: "file")
        let file = folder.path + "/file"
        #expect(refusal(-1)?.contains("Bad file descriptor") == true)
        #expect(refusal(open(folder.path, O_RDONLY | O_DIRECTORY))?.contains("not a regular file") == true)
        #expect(refusal(open("/dev/zero", O_RDONLY))?.contains("not a regular file") == true)
        #expect(refusal(open(file, O_WRONLY))?.contains("not open for reading") == true)
        #expect(refusal(open(file, O_RDONLY), limit: 2)?.contains("3 bytes; at most 2") == true)
        try #require(truncate(file, off_t(CatalogImporter.sizeLimit) + 1) == 0)
        #expect(refusal(open(file, O_RDONLY))?.contains("at most") == true)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[1])
        #expect(refusal(ends[0])?.contains("not a regular file") == true)
    }
}
