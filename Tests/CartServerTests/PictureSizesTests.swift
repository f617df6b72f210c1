import CartLayout
import CartProtocol
import CartServer
import CartStore
import Glibc
import Synchronization
import Testing

/// Pictures in a folder, asked for through the layout of a control.
@Suite("Pictures of a folder")
struct PictureSizesTests {
    private let folder: String
    private let desk: Desk
    private let reports = Reports()

    private struct Failure: Error {}

    private final class Reports: Sendable {
        let texts = Mutex<[String]>([])
    }

    init() throws {
        var template = Array("/tmp/cartd-pictures-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try #require(mkdir(folder + "/icons", 0o700) == 0)
        desk = try Self.desk(folder + "/icons", reports)
    }

    private static func desk(_ icons: String, _ reports: Reports) throws -> Desk {
        let command = DaemonOptions.parse(["--state", "/s", "--icons", icons], environment: [:])
        guard case .run(let options) = command else { throw Failure() }
        let layout = try LayoutResources(options) { text in reports.texts.withLock { $0.append(text) } }
        return try Desk(layout: layout)
    }

    private func write(_ text: String, to name: String) throws {
        let file = try #require(fopen(folder + "/icons/" + name, "we"))
        defer { fclose(file) }
        #expect(fputs(text, file) >= 0)
    }

    private func size(_ name: String, on desk: Desk? = nil) throws -> Size? {
        try (desk ?? self.desk).serve(LayOutControl(image: name)).image?.size
    }

    private func svg(_ width: Int, _ height: Int) -> String { "<svg width='\(width)' height='\(height)'/>" }
    private static let unknown = Size(width: 44, height: 44)

    @Test("A picture has the size that its file has at the moment, whatever happens to file and folder")
    func changes() throws {
        defer { _ = remove(folder) }
        #expect(try size("bag") == Self.unknown)
        // As many bytes in as short a time as can be: nothing but the content differs.
        for side in 10..<60 {
            try write(svg(side, 20), to: "bag.svg")
            #expect(try size("bag") == Size(width: Double(side), height: 20))
            #expect(try size("bag.svg") == Size(width: Double(side), height: 20))
        }
        try write(svg(7, 8), to: "bag")
        #expect(try size("bag") == Size(width: 7, height: 8))
        #expect(unlink(folder + "/icons/bag") == 0)
        #expect(try size("bag") == Size(width: 59, height: 20))
        #expect(rename(folder + "/icons", folder + "/old") == 0)
        #expect(try size("bag") == Self.unknown)
        #expect(mkdir(folder + "/icons", 0o700) == 0)
        try write(svg(5, 6), to: "bag.svg")
        #expect(try size("bag") == Size(width: 5, height: 6))
        #expect(reports.texts.withLock { $0 }.isEmpty)
    }

    @Test("What is no picture costs that picture its size and nobody any time, and is told once")
    func broken() throws {
        defer { _ = remove(folder) }
        try write("<svg", to: "broken.svg")
        try write(svg(1, 2), to: "whole.svg")
        try #require(mkfifo(folder + "/icons/pipe", 0o600) == 0)
        try #require(symlink("/etc/passwd", folder + "/icons/link") == 0)
        for _ in 0..<5 {
            for name in ["broken", "broken.svg", "pipe", "link", "../../etc/passwd", "nothing", ""] {
                #expect(try size(name) == (name.isEmpty ? nil : Self.unknown), "\(name)")
            }
            #expect(try size("whole") == Size(width: 1, height: 2))
        }
        let told = reports.texts.withLock { $0 }
        #expect(
            told == [
                "the picture broken cannot be used: the file ends in its svg header",
                "the picture broken.svg cannot be used: the file ends in its svg header",
            ]
        )
        try write("<sv", to: "broken.svg")
        _ = try size("broken")
        #expect(reports.texts.withLock { $0.count } == 3)
    }

    @Test("An old file is read once: it is told once that it is no picture")
    func old() throws {
        defer { _ = remove(folder) }
        let desk = try Self.desk("/etc", reports)
        for _ in 0..<3 { #expect(try size("passwd", on: desk) == Self.unknown) }
        #expect(reports.texts.withLock { $0.count } == 1)
    }

    /// Removes what a test may have left.
    private func remove(_ path: String) -> Bool {
        if let stream = opendir(path) {
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { _ = remove(path + "/" + name) }
            }
            closedir(stream)
        }
        return Glibc.remove(path) == 0
    }
}
