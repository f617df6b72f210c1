import CartLayout
import TestSupport
import Testing

/// Catalogs of 100,000 products: every frame, and windows anywhere.
@Suite("Catalogs of 100,000 products")
struct LargeCatalogTests {
    private static let rowCount = 100_000

    /// Groups of every size, titled or not, with 100,000 rows together.
    private func sections(using random: inout SplitMix64) -> [ListSection] {
        var sections: [ListSection] = []
        var rest = Self.rowCount
        while rest > 0 {
            let count = min(rest, [0, 0, 1, 2, 5, 17, 60, 400].randomElement(using: &random) ?? 1)
            let isTitled = Int.random(in: 0..<5, using: &random) > 0
            sections.append(ListSection(title: isTitled ? "Group \(sections.count)" : "", rowCount: count))
            rest -= count
        }
        return sections
    }

    /// A rectangle anywhere near a size; every other one has its edges on those of the frame.
    private func visible(near size: Size, edge: Rect?, using random: inout SplitMix64) -> Rect {
        var visible = Rect(
            x: .random(in: -400...400, using: &random),
            y: .random(in: -100...size.height + 50, using: &random),
            width: .random(in: 0...400, using: &random),
            height: .random(in: 0...900, using: &random)
        )
        if let edge, Bool.random(using: &random) {
            visible.x = Bool.random(using: &random) ? edge.x : edge.maxX
            visible.y = Bool.random(using: &random) ? edge.y : edge.maxY
        }
        return visible
    }

    /// The frames that meet a rectangle, of frames in order: both their upper and their lower edges go down only, so those
    /// that meet it stand together, and the search stops a few frames after it has left them.
    private func filter(_ frames: [Rect], from first: Int, _ visible: Rect) -> Range<Int> {
        var (start, end) = (frames.count, 0)
        for index in first..<frames.count {
            if frames[index].intersects(visible) {
                (start, end) = (min(start, index), index + 1)
            } else if frames[index].y > visible.maxY {
                break
            }
        }
        return start < end ? start..<end : 0..<0
    }

    /// The first frame that ends below a height, by halving.
    private func first(of frames: [Rect], endingBelow y: Double) -> Int {
        var (low, high) = (0, frames.count)
        while low < high {
            let middle = (low + high) / 2
            if frames[middle].maxY > y { high = middle } else { low = middle + 1 }
        }
        return low
    }

    @Test("A list: its height is the sum of its parts, every centre is hit, 1,000 windows are the list, filtered")
    func list() throws {
        let seed: UInt64 = 0x5EED_000A
        var random = SplitMix64(seed: seed)
        let list = try List(sections: sections(using: &random))
        #expect(list.rowCount == Self.rowCount)
        var (frames, sum, missed, unordered) = ([Rect](), 0.0, 0, 0)
        for section in list.content {
            if let header = section.header {
                frames.append(header.frame)
                let hit = try list.hit(header.frame.center, offset: header.frame.y)
                missed += hit == .header(section: section.index) ? 0 : 1
            }
            for row in section.rows {
                frames.append(row.frame)
                let hit = try list.hit(row.frame.center, offset: row.frame.y - 100)
                missed += hit == .row(section: section.index, index: row.index, part: .title) ? 0 : 1
            }
        }
        for (index, frame) in frames.enumerated() {
            unordered += frame.y == sum ? 0 : 1
            sum += frame.height
            if index > 0, frame.maxY < frames[index - 1].maxY { unordered += 1 }
        }
        #expect(sum == list.size.height)
        #expect(missed == 0 && unordered == 0, "seed \(seed)")
        for round in 0..<1_000 {
            let visible = visible(near: list.size, edge: frames.randomElement(using: &random), using: &random)
            let window = try list.window(visible)
            let shown = window.flatMap { section in
                [section.header?.frame].compactMap(\.self) + section.rows.map(\.frame)
            }
            let expected = filter(frames, from: first(of: frames, endingBelow: visible.y), visible)
            #expect(shown == Array(frames[expected]), "seed \(seed), round \(round), \(visible)")
        }
    }

    @Test("A grid: every centre is hit, 1,000 windows are the grid, filtered", arguments: LayoutDirection.allCases)
    func grid(direction: LayoutDirection) throws {
        let seed: UInt64 = 0x5EED_000B
        var random = SplitMix64(seed: seed)
        let grid = try Grid(
            GridParameters(container: Size(width: 381.7, height: 220), columns: 7, scale: .two, direction: direction),
            count: Self.rowCount
        )
        let frames = grid.items.map(\.frame)
        var (missed, unordered) = (0, 0)
        for (index, frame) in frames.enumerated() {
            missed += try grid.hit(frame.center)?.index == index ? 0 : 1
            if index > 0, frame.y < frames[index - 1].y || frame.maxY < frames[index - 1].maxY { unordered += 1 }
        }
        #expect(missed == 0 && unordered == 0, "seed \(seed)")
        for round in 0..<1_000 {
            let visible = visible(near: grid.size, edge: frames.randomElement(using: &random), using: &random)
            let rows = first(of: frames, endingBelow: visible.y)..<first(of: frames, endingBelow: visible.maxY + 1_000)
            let expected = rows.filter { frames[$0].intersects(visible) }
            let window = try grid.window(visible)
            #expect(window.map(\.index) == expected, "seed \(seed), round \(round), \(visible)")
            #expect(window.map(\.frame) == expected.map { frames[$0] }, "seed \(seed), round \(round), \(visible)")
        }
    }
}
