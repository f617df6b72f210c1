import CartLayout
import TestSupport

/// The sections of the car list: its groups with the number of cars in each, 141 in all.
let carSections: [ListSection] = [
    ("A", 4), ("B", 16), ("C", 4), ("D", 10), ("F", 10), ("G", 6), ("H", 10), ("J", 12), ("K", 6), ("L", 14), ("M", 6),
    ("N", 1), ("O", 3), ("Q", 4), ("R", 3), ("S", 8), ("T", 2), ("W", 4), ("X", 6), ("Y", 6), ("Z", 6),
].map { ListSection(title: $0.0, rowCount: $0.1) }

/// Sections of every kind: titled, untitled, without rows, with long titles.
func randomSections(_ count: Int, using random: inout SplitMix64) -> [ListSection] {
    (0..<count).map { index in
        let title = Int.random(in: 0..<4, using: &random) == 0 ? "" : "Section \(index)"
        let rows = Int.random(in: 0..<4, using: &random) == 0 ? 0 : Int.random(in: 1...30, using: &random)
        return ListSection(title: title, rowCount: rows)
    }
}
