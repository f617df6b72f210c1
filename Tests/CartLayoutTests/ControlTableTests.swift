import CartLayout
import Testing

/// Every alignment with every other, in both directions, of every kind of content: 192 cells at every scale.
///
/// The two axes do not know of each other, so the numbers, all worked out by hand, stand once for each axis.
@Suite("Control frames, every cell")
struct ControlTableTests {
    /// Where the parts lie along one axis: start and length, or nil for a part that is not there.
    struct Axis: Sendable {
        var content: (start: Double, length: Double)
        var image: (start: Double, length: Double)?
        var title: (start: Double, length: Double)?
    }

    /// What a control has, the room it is in, and the numbers by where its content lies: start, middle, end, filled.
    struct Content: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var image: Size?
        var title: Size?
        var bounds: Size
        var across: [Axis]
        var down: [Axis]
    }

    private static let image = Size(width: 40, height: 24)
    private static let title = Size(width: 60, height: 14)
    private static let room = Size(width: 110, height: 100)
    private static let tight = Size(width: 30, height: 20)

    static let contents = [
        // 40 x 24 over 60 x 14, 2 apart: 60 x 40.
        Content(
            testDescription: "both",
            image: image,
            title: title,
            bounds: room,
            across: [
                Axis(content: (0, 60), image: (10, 40), title: (0, 60)),
                Axis(content: (25, 60), image: (35, 40), title: (25, 60)),
                Axis(content: (50, 60), image: (60, 40), title: (50, 60)),
                Axis(content: (0, 110), image: (35, 40), title: (25, 60)),
            ],
            down: [
                Axis(content: (0, 40), image: (0, 24), title: (26, 14)),
                Axis(content: (30, 40), image: (30, 24), title: (56, 14)),
                Axis(content: (60, 40), image: (60, 24), title: (86, 14)),
                Axis(content: (0, 100), image: (0, 84), title: (86, 14)),
            ]
        ),
        Content(
            testDescription: "only an image",
            image: image,
            bounds: room,
            across: [
                Axis(content: (0, 40), image: (0, 40)), Axis(content: (35, 40), image: (35, 40)),
                Axis(content: (70, 40), image: (70, 40)), Axis(content: (0, 110), image: (35, 40)),
            ],
            down: [
                Axis(content: (0, 24), image: (0, 24)), Axis(content: (38, 24), image: (38, 24)),
                Axis(content: (76, 24), image: (76, 24)), Axis(content: (0, 100), image: (0, 100)),
            ]
        ),
        Content(
            testDescription: "only a title",
            title: title,
            bounds: room,
            across: [
                Axis(content: (0, 60), title: (0, 60)), Axis(content: (25, 60), title: (25, 60)),
                Axis(content: (50, 60), title: (50, 60)), Axis(content: (0, 110), title: (25, 60)),
            ],
            down: [
                Axis(content: (0, 14), title: (0, 14)), Axis(content: (43, 14), title: (43, 14)),
                Axis(content: (86, 14), title: (86, 14)), Axis(content: (0, 100), title: (86, 14)),
            ]
        ),
        // 30 x 20 is too small both ways: 14 for the title, 2 between, 4 are left for the image.
        Content(
            testDescription: "too small",
            image: image,
            title: title,
            bounds: tight,
            across: Array(repeating: Axis(content: (0, 30), image: (0, 30), title: (0, 30)), count: 4),
            down: Array(repeating: Axis(content: (0, 20), image: (0, 4), title: (6, 14)), count: 4)
        ),
    ]

    /// The place of the numbers of an alignment in a direction.
    private func place(_ alignment: HorizontalAlignment, _ direction: LayoutDirection) -> Int {
        switch (alignment, direction) {
        case (.left, _), (.leading, .leftToRight), (.trailing, .rightToLeft): 0
        case (.center, _): 1
        case (.right, _), (.trailing, .leftToRight), (.leading, .rightToLeft): 2
        case (.fill, _): 3
        }
    }

    private func place(_ alignment: VerticalAlignment) -> Int {
        switch alignment {
        case .top: 0
        case .center: 1
        case .bottom: 2
        case .fill: 3
        }
    }

    private func rect(_ across: (start: Double, length: Double)?, _ down: (start: Double, length: Double)?) -> Rect? {
        guard let across, let down else { return nil }
        return Rect(x: across.start, y: down.start, width: across.length, height: down.length)
    }

    @Test("6 x 4 alignments in both directions at every scale", arguments: contents)
    func cells(content: Content) throws {
        var count = 0
        for direction in LayoutDirection.allCases {
            for horizontal in HorizontalAlignment.allCases {
                for vertical in VerticalAlignment.allCases {
                    let across = content.across[place(horizontal, direction)]
                    let down = content.down[place(vertical)]
                    for scale in Scale.allCases {
                        let layout = try ControlLayout(
                            ControlParameters(
                                bounds: Rect(origin: .zero, size: content.bounds),
                                image: content.image,
                                title: content.title,
                                horizontal: horizontal,
                                vertical: vertical,
                                direction: direction,
                                scale: scale
                            )
                        )
                        let cell: Comment = "\(horizontal) \(vertical) \(direction) \(scale)"
                        #expect(layout.content == rect(across.content, down.content), cell)
                        #expect(layout.image == rect(across.image, down.image), cell)
                        #expect(layout.title == rect(across.title, down.title), cell)
                        count += 1
                    }
                }
            }
        }
        #expect(count == 2 * 6 * 4 * 4)
    }
}
