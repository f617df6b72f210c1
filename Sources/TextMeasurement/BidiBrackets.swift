import CHarfBuzz

/// Pairs of brackets in the Unicode Bidirectional Algorithm: rules BD16 and N0 of UAX 9.
enum BidiBrackets {
    /// Gives both brackets of each pair the direction of what they enclose or, when that is not the line's, of where
    /// they stand.
    ///
    /// - Parameters:
    ///   - classes: The types after W1 to W7: left, right, digits, marks and neutrals.
    ///   - scalars: The characters.
    ///   - outside: The direction of the line.
    ///   - library: What knows the characters.
    static func resolve(_ classes: inout [BidiClass], _ scalars: [UInt32], outside: BidiClass, by library: HarfBuzz) {
        for (opening, closing) in pairs(in: scalars, classes, by: library) {
            let inside = classes[opening + 1..<closing].compactMap(direction)
            guard !inside.isEmpty else { continue }
            var resolved = outside
            if !inside.contains(outside) {
                resolved = classes[..<opening].reversed().lazy.compactMap(direction).first ?? outside
            }
            for bracket in [opening, closing] {
                classes[bracket] = resolved
                // What is set on a bracket goes with it.
                var place = bracket + 1
                while place < scalars.count, BidiClass(scalars[place], by: library) == .mark {
                    classes[place] = resolved
                    place += 1
                }
            }
        }
    }

    /// The pairs in the order of their opening brackets; a closing bracket takes the last that is open and matches.
    private static func pairs(
        in scalars: [UInt32],
        _ classes: [BidiClass],
        by library: HarfBuzz
    ) -> [(opening: Int, closing: Int)] {
        var open: [(place: Int, closing: UInt32)] = []
        var pairs: [(opening: Int, closing: Int)] = []
        for (place, scalar) in scalars.enumerated() where classes[place] == .neutral {
            switch library.category(of: scalar) {
            case HB_UNICODE_GENERAL_CATEGORY_OPEN_PUNCTUATION:
                let closing = library.mirrored(scalar)
                guard closing != scalar else { continue }
                // BD16 gives up on deeper nesting.
                guard open.count < 63 else { return pairs.sorted { $0.opening < $1.opening } }
                open.append((place, canonical(closing)))
            case HB_UNICODE_GENERAL_CATEGORY_CLOSE_PUNCTUATION:
                guard let match = open.lastIndex(where: { $0.closing == canonical(scalar) }) else { continue }
                pairs.append((open[match].place, place))
                open.removeSubrange(match...)
            default: continue
            }
        }
        return pairs.sorted { $0.opening < $1.opening }
    }

    /// U+2329 and U+232A are the same brackets as U+3008 and U+3009.
    private static func canonical(_ scalar: UInt32) -> UInt32 {
        scalar == 0x232A ? 0x3009 : scalar
    }

    /// The direction a type counts as here, digits as right to left.
    private static func direction(_ kind: BidiClass) -> BidiClass? {
        switch kind {
        case .left: .left
        case .right, .europeanNumber, .arabicNumber: .right
        default: nil
        }
    }
}
