import Testing

@testable import Pictures

/// Sizes of SVG files; those in pixels are what rsvg-convert 2.54.7 makes of the same files.
@Suite struct SVGHeaderTests {
    private func header(_ attributes: String) throws(PictureError) -> PictureHeader {
        try PictureHeader.read(bytes: Array("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)/>".utf8))
    }

    @Test(
        arguments: [
            ("width='30' height='20'", 30, 20), ("width='30px' height='20px' viewBox='0 0 1 1'", 30, 20),
            ("width='30pt' height='21pt'", 40, 28), ("width='1in' height='1pc'", 96, 16),
            ("width='2.54cm' height='25.4mm'", 96, 96), ("viewBox='0 0 80 60'", 80, 60),
            ("viewBox='-5,-5,80,60' width='100%' height='100%'", 80, 60), ("viewBox='0 0 80 60' width='40'", 40, 30),
            ("viewBox='0 0 80 60' height='120'", 160, 120), ("viewBox='0 0 8e1 6.0E+1'", 80, 60),
            ("width='1e2' height='.5e2'", 100, 50), ("width=' 30 ' height='+20.0px'", 30, 20),
            ("width=\"30\"\n\theight = '20' width='7'", 30, 20),
            ("width='2em' height='2ex' viewBox='0 0 80 60'", 80, 60),
            ("width='-3' height='20' viewBox='0 0 80 60'", 80.0 / 3, 20), ("width='30PX' height='20'", 30, 20),
            ("viewBox='\n0,\t0 80\r\n60 '", 80, 60), ("width='0.5' height='1000000000'", 0.5, 1e9),
        ] as [(String, Double, Double)]
    )
    func sizes(attributes: String, width: Double, height: Double) throws {
        let header = try header(attributes)
        #expect(header.format == .svg)
        #expect(abs(header.width - width) < 1e-9 && abs(header.height - height) < 1e-9, "\(header)")
    }

    @Test(
        arguments: [
            ("", .noSize), ("width='30'", .noSize), ("width='100%' height='20'", .noSize),
            ("width='0' height='20'", .noSize),
            ("viewBox='0 0 0 60'", .noSize), ("viewBox='0 0 80'", .noSize), ("viewBox='0 0 80 60 1'", .noSize),
            ("viewBox='0 0 -80 60'", .noSize), ("viewBox='0 0 nan inf'", .noSize),
            ("width='nan' height='inf'", .noSize),
            ("width='1e999' height='2'", .noSize), ("width='0x10' height='2'", .noSize),
            ("width='e' height='2'", .noSize),
            ("width='1e300' height='2'", .malformed), ("width='3000000000' height='2'", .malformed),
            ("width='1' viewBox='0 0 1e-300 1e300'", .malformed), ("width=30 height=20", .malformed),
            ("width height='20'", .malformed), ("='3'", .malformed),
        ] as [(String, PictureError.Code)]
    )
    func refusals(attributes: String, code: PictureError.Code) throws {
        #expect(try #require(throws: PictureError.self) { try header(attributes) }.code == code)
    }

    /// The first tag may stand anywhere in the first 64 KiB; nothing after them is read.
    @Test func farAndTooFar() throws {
        let tag = "<svg width='30' height='20'>"
        func file(_ comment: Int) -> [UInt8] {
            Array(("<!--" + String(repeating: "-", count: comment) + "-->" + tag + "<g/></svg>").utf8)
        }
        #expect(try PictureHeader.read(bytes: file(60_000)).width == 30)
        #expect(throws: PictureError.self) { try PictureHeader.read(bytes: file(66_000)) }
        let error = try #require(throws: PictureError.self) {
            try PictureHeader.read(bytes: file(PictureHeader.textLimit - 10))
        }
        #expect(error.code == .malformed && error.reason.contains("65536"))
    }

    /// A byte order mark, a document type with brackets and quotes in it, one with entities that nobody expands.
    @Test func prologs() throws {
        let tag = "<svg width='30' height='20'/>"
        for prolog in [
            "\u{FEFF}", "\n\n", "<?xml version='1.0'?>", "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"a>b\">",
            "<!DOCTYPE svg [<!ENTITY a \"]>\">\n<!ENTITY b '&a;&a;'>]>", "<!DOCTYPE svg [<!-- ' ]> -->]>",
            "<!-- <svg> -->",
        ] {
            #expect(try PictureHeader.read(bytes: Array((prolog + tag).utf8)).height == 20, "\(prolog)")
        }
    }
}
