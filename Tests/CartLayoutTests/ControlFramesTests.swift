import CartLayout
import Testing

/// Every frame here was worked out by hand from the sizes.
@Suite("Control frames")
struct ControlFramesTests {
    private func check(
        _ lines: [String],
        bounds: Size,
        image: Size?,
        title: Size?,
        spacing: Double = 2,
        scale: Scale = .none
    ) throws {
        for line in lines {
            let cell = try ControlCell(line)
            let layout = try ControlLayout(
                ControlParameters(
                    bounds: Rect(origin: .zero, size: bounds),
                    image: image,
                    title: title,
                    spacing: spacing,
                    horizontal: cell.horizontal,
                    vertical: cell.vertical,
                    direction: cell.direction,
                    scale: scale
                )
            )
            #expect(layout.content == cell.content, "content: \(line)")
            #expect(layout.image == cell.image, "image: \(line)")
            #expect(layout.title == cell.title, "title: \(line)")
        }
    }

    @Test("Image 40 x 24 over title 60 x 14, 2 apart, is 60 x 40; in 110 x 100", arguments: Scale.allCases)
    func both(scale: Scale) throws {
        try check(
            [
                "left top ltr | 0 0 60 40 | 10 0 40 24 | 0 26 60 14",
                "left center ltr | 0 30 60 40 | 10 30 40 24 | 0 56 60 14",
                "left bottom ltr | 0 60 60 40 | 10 60 40 24 | 0 86 60 14",
                "left fill ltr | 0 0 60 100 | 10 0 40 84 | 0 86 60 14",
                "center top ltr | 25 0 60 40 | 35 0 40 24 | 25 26 60 14",
                "center center ltr | 25 30 60 40 | 35 30 40 24 | 25 56 60 14",
                "center bottom ltr | 25 60 60 40 | 35 60 40 24 | 25 86 60 14",
                "center fill ltr | 25 0 60 100 | 35 0 40 84 | 25 86 60 14",
                "right top ltr | 50 0 60 40 | 60 0 40 24 | 50 26 60 14",
                "right center ltr | 50 30 60 40 | 60 30 40 24 | 50 56 60 14",
                "right bottom ltr | 50 60 60 40 | 60 60 40 24 | 50 86 60 14",
                "right fill ltr | 50 0 60 100 | 60 0 40 84 | 50 86 60 14",
                "leading top ltr | 0 0 60 40 | 10 0 40 24 | 0 26 60 14",
                "leading center ltr | 0 30 60 40 | 10 30 40 24 | 0 56 60 14",
                "leading bottom ltr | 0 60 60 40 | 10 60 40 24 | 0 86 60 14",
                "leading fill ltr | 0 0 60 100 | 10 0 40 84 | 0 86 60 14",
                "trailing top ltr | 50 0 60 40 | 60 0 40 24 | 50 26 60 14",
                "trailing center ltr | 50 30 60 40 | 60 30 40 24 | 50 56 60 14",
                "trailing bottom ltr | 50 60 60 40 | 60 60 40 24 | 50 86 60 14",
                "trailing fill ltr | 50 0 60 100 | 60 0 40 84 | 50 86 60 14",
                "fill top ltr | 0 0 110 40 | 35 0 40 24 | 25 26 60 14",
                "fill center ltr | 0 30 110 40 | 35 30 40 24 | 25 56 60 14",
                "fill bottom ltr | 0 60 110 40 | 35 60 40 24 | 25 86 60 14",
                "fill fill ltr | 0 0 110 100 | 35 0 40 84 | 25 86 60 14",
                "left top rtl | 0 0 60 40 | 10 0 40 24 | 0 26 60 14",
                "left center rtl | 0 30 60 40 | 10 30 40 24 | 0 56 60 14",
                "left bottom rtl | 0 60 60 40 | 10 60 40 24 | 0 86 60 14",
                "left fill rtl | 0 0 60 100 | 10 0 40 84 | 0 86 60 14",
                "center top rtl | 25 0 60 40 | 35 0 40 24 | 25 26 60 14",
                "center center rtl | 25 30 60 40 | 35 30 40 24 | 25 56 60 14",
                "center bottom rtl | 25 60 60 40 | 35 60 40 24 | 25 86 60 14",
                "center fill rtl | 25 0 60 100 | 35 0 40 84 | 25 86 60 14",
                "right top rtl | 50 0 60 40 | 60 0 40 24 | 50 26 60 14",
                "right center rtl | 50 30 60 40 | 60 30 40 24 | 50 56 60 14",
                "right bottom rtl | 50 60 60 40 | 60 60 40 24 | 50 86 60 14",
                "right fill rtl | 50 0 60 100 | 60 0 40 84 | 50 86 60 14",
                "leading top rtl | 50 0 60 40 | 60 0 40 24 | 50 26 60 14",
                "leading center rtl | 50 30 60 40 | 60 30 40 24 | 50 56 60 14",
                "leading bottom rtl | 50 60 60 40 | 60 60 40 24 | 50 86 60 14",
                "leading fill rtl | 50 0 60 100 | 60 0 40 84 | 50 86 60 14",
                "trailing top rtl | 0 0 60 40 | 10 0 40 24 | 0 26 60 14",
                "trailing center rtl | 0 30 60 40 | 10 30 40 24 | 0 56 60 14",
                "trailing bottom rtl | 0 60 60 40 | 10 60 40 24 | 0 86 60 14",
                "trailing fill rtl | 0 0 60 100 | 10 0 40 84 | 0 86 60 14",
                "fill top rtl | 0 0 110 40 | 35 0 40 24 | 25 26 60 14",
                "fill center rtl | 0 30 110 40 | 35 30 40 24 | 25 56 60 14",
                "fill bottom rtl | 0 60 110 40 | 35 60 40 24 | 25 86 60 14",
                "fill fill rtl | 0 0 110 100 | 35 0 40 84 | 25 86 60 14",
            ],
            bounds: Size(width: 110, height: 100),
            image: Size(width: 40, height: 24),
            title: Size(width: 60, height: 14),
            scale: scale
        )
    }

    @Test(
        "Only an image: no spacing; filled, it takes the height",
        arguments: [nil, Size(width: 0, height: 14), .zero]
    )
    func onlyImage(title: Size?) throws {
        try check(
            [
                "left top ltr | 0 0 40 24 | 0 0 40 24 | -",
                "center top ltr | 35 0 40 24 | 35 0 40 24 | -",
                "right top ltr | 70 0 40 24 | 70 0 40 24 | -",
                "left center ltr | 0 38 40 24 | 0 38 40 24 | -",
                "center center ltr | 35 38 40 24 | 35 38 40 24 | -",
                "right center ltr | 70 38 40 24 | 70 38 40 24 | -",
                "left bottom ltr | 0 76 40 24 | 0 76 40 24 | -",
                "center bottom ltr | 35 76 40 24 | 35 76 40 24 | -",
                "right bottom ltr | 70 76 40 24 | 70 76 40 24 | -",
                "leading top rtl | 70 0 40 24 | 70 0 40 24 | -",
                "trailing top rtl | 0 0 40 24 | 0 0 40 24 | -",
                "fill center ltr | 0 38 110 24 | 35 38 40 24 | -",
                "center fill ltr | 35 0 40 100 | 35 0 40 100 | -",
                "fill fill rtl | 0 0 110 100 | 35 0 40 100 | -",
            ],
            bounds: Size(width: 110, height: 100),
            image: Size(width: 40, height: 24),
            title: title
        )
    }

    @Test(
        "Only a title: no spacing; filled, it stays at the bottom",
        arguments: [nil, Size(width: 40, height: 0), .zero]
    )
    func onlyTitle(image: Size?) throws {
        try check(
            [
                "left top ltr | 0 0 60 14 | - | 0 0 60 14",
                "center top ltr | 25 0 60 14 | - | 25 0 60 14",
                "right top ltr | 50 0 60 14 | - | 50 0 60 14",
                "left center ltr | 0 43 60 14 | - | 0 43 60 14",
                "center center ltr | 25 43 60 14 | - | 25 43 60 14",
                "right center ltr | 50 43 60 14 | - | 50 43 60 14",
                "left bottom ltr | 0 86 60 14 | - | 0 86 60 14",
                "center bottom ltr | 25 86 60 14 | - | 25 86 60 14",
                "right bottom ltr | 50 86 60 14 | - | 50 86 60 14",
                "leading bottom rtl | 50 86 60 14 | - | 50 86 60 14",
                "trailing bottom rtl | 0 86 60 14 | - | 0 86 60 14",
                "fill bottom ltr | 0 86 110 14 | - | 25 86 60 14",
                "center fill ltr | 25 0 60 100 | - | 25 86 60 14",
            ],
            bounds: Size(width: 110, height: 100),
            image: image,
            title: Size(width: 60, height: 14)
        )
    }

    @Test("Neither: a place without extent")
    func neither() throws {
        try check(
            [
                "center center ltr | 55 50 0 0 | - | -",
                "left top ltr | 0 0 0 0 | - | -",
                "trailing bottom ltr | 110 100 0 0 | - | -",
                "leading bottom rtl | 110 100 0 0 | - | -",
                "fill fill ltr | 0 0 110 100 | - | -",
            ],
            bounds: Size(width: 110, height: 100),
            image: nil,
            title: .zero
        )
    }

    @Test("Too small: the image yields first, then the title, then the spacing")
    func tooSmall() throws {
        let (image, title) = (Size(width: 40, height: 24), Size(width: 60, height: 14))
        try check(
            [
                "center center ltr | 25 0 60 30 | 35 0 40 14 | 25 16 60 14",
                "right bottom ltr | 50 0 60 30 | 60 0 40 14 | 50 16 60 14",
            ],
            bounds: Size(width: 110, height: 30),
            image: image,
            title: title
        )
        try check(
            [
                "center center ltr | 0 0 30 20 | 0 0 30 4 | 0 6 30 14",
                "leading top rtl | 0 0 30 20 | 0 0 30 4 | 0 6 30 14",
                "fill fill ltr | 0 0 30 20 | 0 0 30 4 | 0 6 30 14",
            ],
            bounds: Size(width: 30, height: 20),
            image: image,
            title: title
        )
        try check(
            [
                "center center ltr | 0 0 50 15 | 5 0 40 0 | 0 2 50 13",
                "center fill ltr | 0 0 50 15 | 5 0 40 0 | 0 2 50 13",
            ],
            bounds: Size(width: 50, height: 15),
            image: image,
            title: title
        )
        try check(
            ["left bottom ltr | 0 0 60 100 | 10 0 40 0 | 0 100 60 0"],
            bounds: Size(width: 110, height: 100),
            image: image,
            title: title,
            spacing: 500
        )
        try check(["center center rtl | 0 0 0 0 | 0 0 0 0 | 0 0 0 0"], bounds: .zero, image: image, title: title)
    }

    @Test("The middle is floored to the pixel; without a pixel grid it is exact")
    func flooring() throws {
        let (bounds, image) = (Size(width: 111, height: 101), Size(width: 60, height: 40))
        let exact = ["center center ltr | 25.5 30.5 60 40 | 25.5 30.5 60 40 | -"]
        try check(exact, bounds: bounds, image: image, title: nil, scale: .none)
        try check(
            ["center center ltr | 25 30 60 40 | 25 30 60 40 | -"],
            bounds: bounds,
            image: image,
            title: nil,
            scale: .one
        )
        try check(exact, bounds: bounds, image: image, title: nil, scale: .two)
    }

    @Test("Frames are in the coordinates of the bounds")
    func origin() throws {
        let layout = try ControlLayout(
            ControlParameters(
                bounds: Rect(x: 1000, y: -50, width: 110, height: 100),
                image: Size(width: 40, height: 24),
                title: Size(width: 60, height: 14)
            )
        )
        #expect(layout.content == Rect(x: 1025, y: -20, width: 60, height: 40))
        #expect(layout.image == Rect(x: 1035, y: -20, width: 40, height: 24))
        #expect(layout.title == Rect(x: 1025, y: 6, width: 60, height: 14))
    }

    @Test("A title's size can come from a measure; an empty title is none")
    func measured() throws {
        struct TenWide: TitleMeasure {
            func size(of title: String) -> Size { Size(width: 10 * Double(title.count), height: 12) }
        }
        var parameters = ControlParameters(bounds: Rect(x: 0, y: 0, width: 100, height: 50))
        parameters.setTitle("abc", measuredBy: TenWide())
        #expect(try ControlLayout(parameters).title == Rect(x: 35, y: 19, width: 30, height: 12))
        parameters.setTitle("", measuredBy: TenWide())
        #expect(try ControlLayout(parameters).title == nil)
    }
}
