/// The embedding levels of a line by the Unicode Bidirectional Algorithm (UAX 9), in the part that titles need.
///
/// Rules P2, P3, W1 to W7, N0 to N2, I1, I2, L1 and L2. Not followed: explicit embeddings, overrides and isolates
/// (rules X), whose characters are taken as invisible. The marks U+200E, U+200F and U+061C count.
struct BidiLevels {
    /// A level a character: even is left to right, odd right to left.
    private(set) var levels: [UInt8]

    /// Computes the levels of a line.
    ///
    /// - Parameters:
    ///   - scalars: The characters in reading order.
    ///   - isLeftToRight: The direction of the line, or nil for that of its first strong character (P2, P3).
    ///   - library: What knows the characters.
    init(_ scalars: [UInt32], isLeftToRight: Bool?, by library: HarfBuzz) {
        // Most titles are all left to right.
        guard isLeftToRight == false || scalars.contains(where: BidiClass.mayBeRightToLeft) else {
            levels = Array(repeating: 0, count: scalars.count)
            return
        }
        var classes = scalars.map { BidiClass($0, by: library) }
        let isLeft =
            isLeftToRight ?? (classes.first { [.left, .right, .arabic].contains($0) }.map { $0 == .left } ?? true)
        let base: UInt8 = isLeft ? 0 : 1
        levels = Array(repeating: base, count: scalars.count)
        if isLeft, !classes.contains(where: { [.right, .arabic, .arabicNumber].contains($0) }) { return }
        let spaces = scalars.reversed().prefix { $0 == 0x20 || $0 == 0x3000 }.count
        Self.resolveWeak(&classes, outside: isLeft ? .left : .right)
        BidiBrackets.resolve(&classes, scalars, outside: isLeft ? .left : .right, by: library)
        Self.resolveNeutral(&classes, outside: isLeft ? .left : .right)
        // L1: spaces at the end stay where the line ends.
        for place in 0..<levels.count - spaces {
            // I1, I2.
            switch classes[place] {
            case .left: levels[place] = isLeft ? 0 : 2
            case .europeanNumber, .arabicNumber: levels[place] = 2
            default: levels[place] = 1
            }
        }
    }

    /// W1 to W7: marks, digits and what belongs to digits.
    private static func resolveWeak(_ classes: inout [BidiClass], outside: BidiClass) {
        var previous = outside
        var strong = outside
        for place in classes.indices {
            if classes[place] == .mark { classes[place] = previous }
            previous = classes[place]
            switch previous {
            case .left, .right, .arabic: strong = previous
            case .europeanNumber where strong == .arabic: classes[place] = .arabicNumber
            default: break
            }
        }
        for (place, kind) in classes.enumerated().dropFirst().dropLast() {
            let (before, after) = (classes[place - 1], classes[place + 1])
            guard before == after else { continue }
            if before == .europeanNumber, kind == .europeanSeparator || kind == .commonSeparator {
                classes[place] = .europeanNumber
            } else if before == .arabicNumber, kind == .commonSeparator {
                classes[place] = .arabicNumber
            }
        }
        replaceStretches(of: [.europeanTerminator], in: &classes) { before, after in
            before == .europeanNumber || after == .europeanNumber ? .europeanNumber : .neutral
        }
        strong = outside
        for (place, kind) in classes.enumerated() {
            switch kind {
            case .left, .right: strong = kind
            case .arabic: (strong, classes[place]) = (.right, .right)
            case .europeanNumber where strong == .left: classes[place] = .left
            case .europeanSeparator, .commonSeparator: classes[place] = .neutral
            default: break
            }
        }
    }

    /// N1, N2: neutrals go with their two neighbours when these agree, digits counting as right to left; else with the
    /// line.
    private static func resolveNeutral(_ classes: inout [BidiClass], outside: BidiClass) {
        replaceStretches(of: [.neutral], in: &classes) { before, after in
            let (before, after) = (before ?? outside, after ?? outside)
            let agree = (before == .left) == (after == .left)
            return agree ? (before == .left ? .left : .right) : outside
        }
    }

    /// Gives every stretch of some types the type that its neighbours call for; nil is the end of the line.
    private static func replaceStretches(
        of kinds: [BidiClass],
        in classes: inout [BidiClass],
        by rule: (BidiClass?, BidiClass?) -> BidiClass
    ) {
        var start = 0
        while start < classes.count {
            guard kinds.contains(classes[start]) else {
                start += 1
                continue
            }
            let end = classes[start...].firstIndex { !kinds.contains($0) } ?? classes.count
            let before = start > 0 ? classes[start - 1] : nil
            let after = end < classes.count ? classes[end] : nil
            let kind = rule(before, after)
            for place in start..<end { classes[place] = kind }
            start = end
        }
    }

    /// The order from left to right of runs with these levels, L2: every stretch of a level or higher is turned around,
    /// from the highest level down to the lowest odd one.
    static func visualOrder(of levels: [UInt8]) -> [Int] {
        var order = Array(levels.indices)
        guard let highest = levels.max(), let lowest = levels.filter({ $0 & 1 == 1 }).min() else { return order }
        for level in stride(from: highest, through: lowest, by: -1) {
            var start = 0
            while start < order.count {
                guard levels[order[start]] >= level else {
                    start += 1
                    continue
                }
                let end = order[start...].firstIndex { levels[$0] < level } ?? order.count
                order[start..<end].reverse()
                start = end
            }
        }
        return order
    }
}
