import CartLayout
import TestSupport
import Testing

@Suite("Control layouts in general")
struct ControlPropertyTests {
    @Test("Parts stay in the content, the content in the bounds, the title below the image", arguments: Scale.allCases)
    func containment(scale: Scale) throws {
        let seed: UInt64 = 0x5EED_0005
        var random = SplitMix64(seed: seed)
        func within(_ inner: Rect, _ outer: Rect) -> Bool {
            let dust = 1e-9
            return inner.x >= outer.x - dust && inner.maxX <= outer.maxX + dust && inner.y >= outer.y - dust
                && inner.maxY <= outer.maxY + dust && inner.width >= 0 && inner.height >= 0
        }
        for round in 0..<2_000 {
            func length(_ limit: Double) -> Double {
                Int.random(in: 0..<8, using: &random) == 0 ? 0 : .random(in: 0...limit, using: &random)
            }
            func size(_ limit: Double) -> Size? {
                Int.random(in: 0..<6, using: &random) == 0 ? nil : Size(width: length(limit), height: length(limit))
            }
            let parameters = ControlParameters(
                bounds: Rect(
                    x: .random(in: -50...50, using: &random),
                    y: .random(in: -50...50, using: &random),
                    width: length(120),
                    height: length(120)
                ),
                image: size(90),
                title: size(90),
                spacing: length(20),
                horizontal: HorizontalAlignment.allCases.randomElement(using: &random) ?? .center,
                vertical: VerticalAlignment.allCases.randomElement(using: &random) ?? .center,
                direction: Bool.random(using: &random) ? .leftToRight : .rightToLeft,
                scale: scale
            )
            let layout = try ControlLayout(parameters)
            let comment: Comment = "seed \(seed), round \(round), \(parameters), \(layout)"
            #expect(within(layout.content, layout.bounds), comment)
            if let image = layout.image { #expect(within(image, layout.content), comment) }
            if let title = layout.title { #expect(within(title, layout.content), comment) }
            if let image = layout.image, let title = layout.title {
                #expect(image.maxY <= title.y + 1e-9, comment)
            }
            #expect(try ControlLayout(parameters) == layout, comment)
        }
    }

    @Test("The centre of each part hits that part, and everything else of the bounds hits the rest")
    func hits() throws {
        let layout = try ControlLayout(
            ControlParameters(
                bounds: Rect(x: 10, y: 20, width: 110, height: 100),
                image: Size(width: 40, height: 24),
                title: Size(width: 60, height: 14),
                spacing: 4
            )
        )
        #expect(try layout.hit(try #require(layout.image).center) == .image)
        #expect(try layout.hit(try #require(layout.title).center) == .title)
        #expect(try layout.hit(Point(x: layout.content.x, y: layout.content.y)) == .content)
        #expect(try layout.hit(layout.bounds.origin) == .background)
        #expect(try layout.hit(Point(x: 120, y: 50)) == nil)
        #expect(try layout.hit(Point(x: 50, y: 19.9)) == nil)
        #expect(throws: GeometryError.self) { try layout.hit(Point(x: .nan, y: 0)) }
    }

    @Test("A length that is no length is named", arguments: [Double.nan, .infinity, -1, 1e300])
    func hostile(value: Double) {
        func fault(_ change: (inout ControlParameters) -> Void) -> String? {
            var parameters = ControlParameters(bounds: Rect(x: 0, y: 0, width: 10, height: 10))
            change(&parameters)
            do {
                _ = try ControlLayout(parameters)
                return nil
            } catch {
                return error.parameter
            }
        }
        #expect(fault { $0.bounds.width = value } == "bounds.width")
        #expect(fault { $0.bounds.height = value } == "bounds.height")
        #expect(fault { $0.image = Size(width: value, height: 1) } == "image.width")
        #expect(fault { $0.image = Size(width: 1, height: value) } == "image.height")
        #expect(fault { $0.title = Size(width: value, height: 1) } == "title.width")
        #expect(fault { $0.title = Size(width: 1, height: value) } == "title.height")
        #expect(fault { $0.spacing = value } == "spacing")
        #expect(fault { $0.bounds.x = .nan } == "bounds.x")
        #expect(fault { $0.bounds.y = -.infinity } == "bounds.y")
    }

    @Test("Alignment in a box, as a picture or a title is drawn")
    func aligning() throws {
        let box = Rect(x: 0, y: 0, width: 110, height: 100)
        let size = Size(width: 60, height: 40)
        #expect(try box.aligning(size) == Rect(x: 25, y: 30, width: 60, height: 40))
        #expect(
            try box.aligning(size, horizontal: .trailing, vertical: .bottom)
                == Rect(x: 50, y: 60, width: 60, height: 40)
        )
        let row = Rect(x: 0, y: 0, width: 120, height: 40)
        for (alignment, x) in [(HorizontalAlignment.leading, 0.0), (.trailing, 60), (.center, 30)] {
            #expect(try row.aligning(size, horizontal: alignment).x == x)
        }
        let narrow = Rect(x: 0, y: 0, width: 10, height: 1)
        let three = Size(width: 3, height: 1)
        #expect(try narrow.aligning(three, horizontal: .leading, direction: .rightToLeft).x == 7)
        #expect(try narrow.aligning(three, horizontal: .trailing, direction: .rightToLeft).x == 0)
        #expect(try narrow.aligning(size).width == 10)
    }
}
