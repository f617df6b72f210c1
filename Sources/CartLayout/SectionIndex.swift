/// The bar at the trailing edge of a list that jumps to a section: one entry a title, top to bottom.
///
/// It stands still while the list scrolls, so its frames are in the container's coordinates. Its entries are centred
/// in the container's height. When there are more titles than fit, an odd number of entries is shown of which every
/// second one is a mark for the titles left out between its neighbours, as in UIKit; the first and the last title are
/// always shown. Where there is room for one entry only, it is a mark for all titles.
public struct SectionIndex: Hashable, Sendable {
    /// The text of an entry that stands for titles left out: a bullet, U+2022.
    public static let mark = "\u{2022}"

    /// The bar: as high as the container, and where touches count; without width when there is no index.
    public let frame: Rect
    /// The entries from top to bottom; empty when there is no index.
    public let entries: [SectionIndexEntry]

    /// The section of each title, shown or not.
    let targets: [Int]
    /// The titles that each entry stands for, as indices of `targets`.
    let titles: [Range<Int>]

    init(_ list: List) {
        let (parameters, across) = (list.parameters, list.metrics.index)
        let (container, scale, entryHeight) = (parameters.container, parameters.scale, parameters.indexEntryHeight)
        let targets = across.length > 0 ? list.indexTargets : []
        let shown = Self.entries(of: targets.count, slots: parameters.indexSlots)
        let top = scale.floor(max(0, container.height - Double(shown.count) * entryHeight) / 2)
        self.targets = targets
        titles = shown
        frame = Rect(x: across, y: Span(from: 0, to: container.height, length: container.height, scale: scale))
        entries = shown.enumerated().map { position, covered in
            let start = top + Double(position) * entryHeight
            let end = top + Double(position + 1) * entryHeight
            let isMark = shown.count < targets.count && (position % 2 == 1 || shown.count == 1)
            return SectionIndexEntry(
                title: isMark ? Self.mark : list.indexTitle(covered.lowerBound),
                section: targets[covered.lowerBound + covered.count / 2],
                isMark: isMark,
                frame: Rect(x: across, y: Span(from: start, to: end, length: entryHeight, scale: scale))
            )
        }
    }

    /// The section that a touch at a height of the container selects, or nil when there is no index.
    ///
    /// A touch above the first entry selects as that one does, and below the last as the last, so that a finger may
    /// slide past the ends. A mark divides its height evenly among the titles that it stands for.
    public func section(at y: Double) -> Int? {
        guard let entry = entryIndex(at: y) else { return nil }
        let (frame, covered) = (entries[entry].frame, titles[entry])
        let part = frame.height > 0 ? (y - frame.y) / frame.height * Double(covered.count) : 0
        let inside = Int(exactly: (part + Scale.tolerance).rounded(.down)) ?? 0
        return targets[covered.lowerBound + min(max(inside, 0), covered.count - 1)]
    }

    /// The entry that a touch at a height of the container is on or nearest to, or nil when there is no index.
    public func entryIndex(at y: Double) -> Int? {
        guard !entries.isEmpty else { return nil }
        return max(entries.indices.firstIndex(near: 0) { entries[$0].frame.y > y } - 1, 0)
    }

    // The titles that each entry stands for: one for a title that is shown, the ones between two of those for a mark.
    private static func entries(of count: Int, slots: Double) -> [Range<Int>] {
        guard Double(count) > slots else { return (0..<count).map { $0..<$0 + 1 } }
        // Fewer than `count`, so it converts; every second one, and an odd number of all.
        let shownCount = (Int(slots) + 1) / 2
        guard shownCount > 1 else { return slots < 1 ? [] : [0..<count] }
        // The shown titles are spread evenly from the first to the last, rounded to the nearest.
        let gaps = shownCount - 1
        let shown = (0..<shownCount).map { (2 * $0 * (count - 1) + gaps) / (2 * gaps) }
        var entries = [0..<1]
        for (previous, next) in zip(shown, shown.dropFirst()) {
            entries.append(previous + 1..<next)
            entries.append(next..<next + 1)
        }
        return entries
    }
}

extension ListParameters {
    /// How many entries of the section index fit into the container's height; a whole number.
    var indexSlots: Double {
        guard indexEntryHeight > 0 else { return 0 }
        return (container.height / indexEntryHeight + Scale.tolerance).rounded(.down)
    }
}
