import CartLayout
import Testing

/// How long a screenful takes, whatever the catalog: 50 tiles or rows of 1,000 and of 1,000,000 products.
///
/// Both are measured in turns, and of each the shortest of many turns counts, which no neighbour of the process disturbs.
@Suite("Time of a window", .serialized)
struct WindowTimeTests {
    private static let counts = [1_000, 1_000_000]

    /// Where the screenful is.
    enum Place: CaseIterable {
        case beginning, middle, end

        func row(of count: Int) -> Int {
            switch self {
            case .beginning: 0
            case .middle: count / 2
            case .end: count - 1
            }
        }
    }

    /// Checks that the second body, which finds its 50 in more products, takes as long as the first.
    private func compare(_ what: String, _ bodies: [() throws -> Int]) throws {
        let clock = ContinuousClock()
        var best = bodies.map { _ in Duration.seconds(1) }
        for _ in 0..<300 {
            for (index, body) in bodies.enumerated() {
                var found = 0
                let time = try clock.measure { found = try body() }
                #expect(found == 50)
                best[index] = min(best[index], time)
            }
        }
        let times = best.map { Double($0.components.attoseconds) / 1e12 }
        print("\(what): 50 of 1,000 in \(times[0]) microseconds, of 1,000,000 in \(times[1])")
        #expect(times[1] <= times[0] * 1.5)
    }

    @Test("A grid", arguments: Place.allCases)
    func grid(place: Place) throws {
        let parameters = GridParameters(
            container: Size(width: 1_000, height: 500),
            columns: 10,
            rows: 5,
            tile: Size(width: 90, height: 90),
            scale: .two
        )
        let bodies = Self.counts.map { count in
            let row = max(0, min(place.row(of: count / 10), count / 10 - 5))
            // Five rows, from the edge of one to the edge of another.
            let visible = Rect(x: 0, y: Double(row) * 102.5, width: 1_000, height: 500)
            return {
                var found = 0
                for item in try Grid(parameters, count: count).window(visible) where item.frame.intersects(visible) {
                    found += 1
                }
                return found
            }
        }
        try compare("grid, \(place)", bodies)
    }

    @Test("A list of 26 sections", arguments: Place.allCases)
    func list(place: Place) throws {
        let bodies = try Self.counts.map { count in
            let sections = (0..<26).map {
                ListSection(title: "\($0)", rowCount: count / 26 + ($0 < count % 26 ? 1 : 0))
            }
            let list = try List(sections: sections)
            let first = try #require(list.row(ordinal: max(0, min(place.row(of: count), count - 50))))
            let last = try #require(list.row(ordinal: first.ordinal + 49))
            let visible = Rect(x: 0, y: first.frame.y, width: 320, height: last.frame.maxY - first.frame.y)
            return {
                var found = 0
                for section in try list.window(visible) {
                    for row in section.rows where row.frame.intersects(visible) { found += 1 }
                }
                return found
            }
        }
        try compare("list, \(place)", bodies)
    }
}
