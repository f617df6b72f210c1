import CartClient
import CartLayout
import CartProtocol
import Glibc
import TestSupport
import Testing
import TextMeasurement

/// Titles measured in real fonts by the daemon, and pictures in a real folder.
@Suite("Fonts and icons of the daemon")
struct FontTests {
    private static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    private static let notoCJK = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc#2"

    static let hasDejaVu = access(dejaVu, R_OK) == 0

    fileprivate static let missing = [dejaVu, String(notoCJK.dropLast(2))].filter { (path: String) in
        access(path, R_OK) != 0
    }

    private static let titles = ["Handbag", "AVATAR To Wa.", "单肩包", "Bag 手提包 حقيبة", "שלום", "12,50 €"]

    private func client(_ daemon: TestDaemon) throws -> CartClient {
        try CartClient(.init(socket: .path(daemon.socketPath), timeout: .seconds(60)))
    }

    @Test("A control is as large as its title is in the fonts, and shows and hits what they have room for", .needsFonts)
    func control() throws {
        let daemon = try TestDaemon(arguments: ["--font", Self.dejaVu, "--font", Self.notoCJK])
        let client = try client(daemon)
        // What hb-shape prints for DejaVu Sans: 9,248 units of 2,048 in the em, and its hhea table 1,901 + 483.
        let handbag = try client.call(LayOutControl(title: "Handbag", fontSize: 16))
        #expect(handbag.title == Rect(x: 0, y: 0, width: 72.25, height: 18.625))
        // And for 手提包 in Noto Sans CJK: 3,000 of 1,000, and 1,160 + 288.
        let chinese = try client.call(LayOutControl(title: "手提包", scale: 1, fontSize: 16)).title?.size
        #expect(chinese == Size(width: 48, height: 24))

        let fonts = try FontStack(named: [Self.dejaVu, Self.notoCJK])
        for title in Self.titles {
            for (size, scale) in [(nil, nil), (11, 1), (24.5, 2), (100, 3)] as [(Double?, Int?)] {
                let measure = try FontMeasure(fonts, size: size ?? 17, scale: .init(checking: scale ?? 0))
                var call = LayOutControl(title: title, scale: scale, fontSize: size)
                let whole = try #require(try client.call(call).title)
                #expect(whole.size == measure.size(of: title), "\(title) \(size ?? 17) \(scale ?? 0)")
                // The middle of the last pixel is of the title, and nothing beyond it.
                func hit(_ x: Double) throws -> String? {
                    try client.call(HitControl(control: call, point: Point(x: x, y: whole.height / 2))).hit?.kind
                        .rawValue
                }
                #expect(try hit(whole.maxX - 0.01) == "title")
                #expect(try hit(whole.maxX + 0.01) == nil)
                call.width = (whole.width * 0.6).rounded()
                let narrow = try client.call(call)
                let shown = measure.truncate(title, toWidth: try #require(narrow.title).width)
                #expect(shown.isTruncated && narrow.text == shown.text, "\(title) \(size ?? 17)")
            }
        }
        #expect(daemon.stop() == 0)
    }

    @Test("cartctl render draws a control of the same size with the same font", .needsFonts)
    func render() throws {
        let daemon = try TestDaemon(arguments: ["--font", Self.dejaVu])
        for title in ["Handbag", "AVATAR To Wa."] {
            let control = ["control", "--title", title, "--scale", "2"]
            let laidOut: ControlObject = try daemon.json(["layout"] + control)
            let drawn = try daemon.cartctl(["render"] + control + ["-o", "-", "--font", Self.dejaVu])
            // The picture has a margin of 20 around the control.
            let (width, height) = (laidOut.title.width + 40, laidOut.title.height + 40)
            #expect(drawn.status == 0 && height == 60)
            #expect(drawn.output.contains(#"width="\#(Self.digits(width))" height="60""#), "\(width)")
        }
        #expect(daemon.stop() == 0)
    }

    /// A number as SVG has it.
    private static func digits(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    /// `{"title": {...}}` as cartctl prints it.
    private struct ControlObject: Decodable {
        var title: Rect
    }

    @Test("Rows and the section index of a list, and tiles of a grid", .needsFonts)
    func listAndGrid() throws {
        let daemon = try TestDaemon(arguments: ["--font", Self.dejaVu, "--font", Self.notoCJK])
        let client = try client(daemon)
        let fonts = try FontStack(named: [Self.dejaVu, Self.notoCJK])
        let measure = try FontMeasure(fonts, size: 30, scale: .none)
        var call = LayOutList(catalog: "cars", width: 220)
        call.fontSize = 30
        call.indexFontSize = 24
        let list = try client.layOutList(call)
        var cut = 0
        for row in list.sections.flatMap(\.rows) {
            let shown = measure.truncate(row.product.name, toWidth: row.title.width)
            #expect(row.text == (shown.isTruncated ? shown.text : nil))
            cut += shown.isTruncated ? 1 : 0
        }
        #expect(cut > 0 && cut < list.sections.flatMap(\.rows).count)
        // The bar is as wide as the widest title and 2 points at either side.
        let index = try FontMeasure(fonts, size: 24, scale: .none)
        let widest = try #require(list.sectionIndex.map { index.size(of: $0.title).width }.max())
        #expect(list.sectionIndexFrame?.width == widest + 4 && widest != 12)

        var grid = LayOutGrid(catalog: "cars", tileWidth: 60)
        grid.fontSize = 20
        let tileMeasure = try FontMeasure(fonts, size: 20, scale: .none)
        let tiles = try client.call(grid).items
        for tile in tiles {
            let shown = tileMeasure.truncate(tile.product.name, toWidth: tile.title.width)
            #expect(tile.text == (shown.isTruncated ? shown.text : nil))
        }
        #expect(tiles.contains { $0.text != nil } && tiles.contains { $0.text == nil })
        #expect(daemon.stop() == 0)
    }

    @Test("A picture has the size that its file says; a broken one, and what is none, the usual size")
    func icons() throws {
        let place = try TemporaryFolder()
        // ISO/IEC 15948: the signature, IHDR with 30 x 20, and a checksum that nobody looks at.
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 30, 0, 0, 0, 20, 8, 2, 0, 0, 0, 0, 0, 0, 0]
        try place.write(png, to: "bag.png")
        try place.write(Array(png.prefix(20)), to: "broken.png")
        try place.write("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12.5 40'/>", to: "coat.svg")
        #expect(mkfifo(place.file("pipe.png"), 0o600) == 0)
        let daemon = try TestDaemon(arguments: ["--icons", place.path])
        let client = try client(daemon)
        let expected = [
            "bag": Size(width: 30, height: 20), "bag.png": Size(width: 30, height: 20),
            "coat": Size(width: 12.5, height: 40),
            "broken": Size(width: 44, height: 44), "pipe": Size(width: 44, height: 44),
            "nothing": Size(width: 44, height: 44),
        ]
        for (name, size) in expected {
            #expect(try client.call(LayOutControl(image: name)).image?.size == size, "\(name)")
        }
        try place.write("<svg width='9' height='8'/>", to: "coat.svg")
        #expect(try client.call(LayOutControl(image: "coat")).image?.size == Size(width: 9, height: 8))
        #expect(try client.call(LayOutControl(image: "coat", imageSize: Size(width: 1, height: 2))).image?.width == 1)
        #expect(daemon.stop() == 0)
    }

    @Test("HarfBuzz is in memory with a font, and without one in none of both programs", .needsFonts)
    func loading() throws {
        for (arguments, isLoaded) in [([], false), (["--font", Self.dejaVu], true)] {
            let daemon = try TestDaemon(arguments: arguments)
            #expect(try daemon.cartctl("layout", "control", "--title", "Bag").status == 0)
            let maps = try contents(ofFile: "/proc/\(daemon.running().process)/maps")
            #expect(String(decoding: maps, as: UTF8.self).contains("libharfbuzz") == isLoaded)
            #expect(daemon.stop() == 0)
        }
        let traced = try Program(
            "/usr/bin/env",
            ["LD_DEBUG=libs", Executables.cartctl, "version"]
        ).run()
        #expect(traced.status == 0 && traced.errors.contains("libc.so") && !traced.errors.contains("harfbuzz"))
    }

    @Test(
        "A font or a folder that cannot be used keeps the daemon from starting, with who gave it, why and the way out",
        arguments: [
            (
                ["--font", "/etc/passwd"],
                "--font: the font /etc/passwd cannot be used: it is not a font; give the path of"
            ),
            (["--font=/nowhere.ttf"], "--font: the font /nowhere.ttf cannot be used: it cannot be read: No such file"),
            (["--font", "/dev/zero"], "--font: the font /dev/zero cannot be used: it is not a regular file"),
            (
                ["--icons", "/nowhere"],
                "--icons: the icon folder /nowhere cannot be used: there is no such file or folder;"
            ),
            (
                ["--icons", "/etc/passwd"],
                "--icons: the icon folder /etc/passwd cannot be used: it is not a folder; give"
            ),
        ]
    )
    func refusals(arguments: [String], message: String) throws {
        let place = try TemporaryFolder()
        let words = ["--socket", place.file("s"), "--state", place.file("state")] + arguments
        let outcome = try Program(Executables.cartd, words).run()
        #expect(outcome.status == 1 && outcome.errors.hasPrefix("cartd: " + message), "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix(", or leave \(arguments[0].prefix { $0 != "=" }) out\n"))
    }

    @Test(
        "A daemon that a client starts has the fonts and icons of the client's environment",
        .needsFonts,
        .enabled(if: UserPlace.obstacle == nil || FullRun.isRequired, "\(UserPlace.obstacle ?? "")")
    )
    func activated() throws {
        let user = try UserPlace()
        let folder = user.place.path
        try user.place.write("<svg width='9' height='8'/>", to: "coat.svg")
        var configuration = user.configuration
        configuration.environment["CARTD_FONT"] = "\(Self.dejaVu):\(Self.notoCJK)"
        configuration.environment["CARTD_ICONS"] = folder
        let client = try CartClient(configuration)
        let answer = try client.call(LayOutControl(title: "Handbag", image: "coat", fontSize: 16))
        #expect(answer.title?.width == 72.25 && answer.image?.size == Size(width: 9, height: 8))
    }

    @Test(
        "A client that cannot start its daemon says why",
        .enabled(if: UserPlace.obstacle == nil || FullRun.isRequired, "\(UserPlace.obstacle ?? "")"),
        arguments: [("CARTD_FONT", "/nowhere.ttf"), ("CARTD_FONT", "here.ttf"), ("CARTD_ICONS", "/nowhere")]
    )
    func notActivated(name: String, value: String) throws {
        let user = try UserPlace()
        var program = user.cartctl(["show"])
        program.environment?[name] = value
        let outcome = try program.run()
        #expect(outcome.status == 69)
        #expect(outcome.output.contains(name) && outcome.output.contains(value), "\(outcome.output)")
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, saying why, where a font is not installed.
    fileprivate static var needsFonts: Self {
        .enabled(
            if: FontTests.missing.isEmpty,
            "needs \(FontTests.missing.joined(separator: " and ")): fonts-dejavu-core, fonts-noto-cjk"
        )
    }
}
