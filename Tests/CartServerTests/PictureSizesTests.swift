import CartLayout
import CartProtocol
import CartServer
import CartStore
import Glibc
import Synchronization
import TestSupport
import Testing

/// Pictures in a folder, asked for through the layout of a control.
@Suite("Pictures of a folder")
struct PictureSizesTests {
    private let folder: TemporaryFolder
    private let desk: Desk
    private let reports = Reports()

    private struct Failure: Error {}

    private final class Reports: Sendable {
        let texts = Mutex<[String]>([])
    }

    init() throws {
        folder = try TemporaryFolder()
        try #require(mkdir(folder.file("icons"), 0o700) == 0)
        desk = try Self.desk(folder.file("icons"), reports)
    }

    private static func desk(_ icons: String, _ reports: Reports) throws -> Desk {
        let command = DaemonOptions.parse(["--state", "/s", "--icons", icons], environment: [:])
        guard case .run(let options) = command else { throw Failure() }
        let layout = try LayoutResources(options) { text in reports.texts.withLock { $0.append(text) } }
        return try Desk(layout: layout)
    }

    private func size(_ name: String, on desk: Desk? = nil) throws -> Size? {
        try (desk ?? self.desk).serve(LayOutControl(image: name)).image?.size
    }

    private func svg(_ width: Int, _ height: Int) -> String { "<svg width='\(width)' height='\(height)'/>" }
    private static let unknown = Size(width: 44, height: 44)

    @Test("A picture has the size that its file has at the moment, whatever happens to file and folder")
    func changes() throws {
        #expect(try size("bag") == Self.unknown)
        // As many bytes in as short a time as can be: nothing but the content differs.
        for side in 10..<60 {
            try folder.write(svg(side, 20), to: "icons/bag.svg")
            #expect(try size("bag") == Size(width: Double(side), height: 20))
            #expect(try size("bag.svg") == Size(width: Double(side), height: 20))
        }
        try folder.write(svg(7, 8), to: "icons/bag")
        #expect(try size("bag") == Size(width: 7, height: 8))
        #expect(unlink(folder.file("icons/bag")) == 0)
        #expect(try size("bag") == Size(width: 59, height: 20))
        #expect(rename(folder.file("icons"), folder.file("old")) == 0)
        #expect(try size("bag") == Self.unknown)
        #expect(mkdir(folder.file("icons"), 0o700) == 0)
        try folder.write(svg(5, 6), to: "icons/bag.svg")
        #expect(try size("bag") == Size(width: 5, height: 6))
        #expect(reports.texts.withLock { $0 }.isEmpty)
    }

    @Test("What is no picture costs that picture its size and nobody any time, and is told once")
    func broken() throws {
        try folder.write("<svg", to: "icons/broken.svg")
        try folder.write(svg(1, 2), to: "icons/whole.svg")
        try #require(mkfifo(folder.file("icons/pipe"), 0o600) == 0)
        try #require(symlink("/etc/passwd", folder.file("icons/link")) == 0)
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
        try folder.write("<sv", to: "icons/broken.svg")
        _ = try size("broken")
        #expect(reports.texts.withLock { $0.count } == 3)
    }

    @Test("An old file is read once: it is told once that it is no picture")
    func old() throws {
        let desk = try Self.desk("/etc", reports)
        for _ in 0..<3 { #expect(try size("passwd", on: desk) == Self.unknown) }
        #expect(reports.texts.withLock { $0.count } == 1)
    }
}
