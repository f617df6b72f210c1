import CHarfBuzz

/// A title as its characters and runs, in reading order.
struct ItemizedTitle {
    private(set) var scalars: [UInt32] = []
    private(set) var runs: [TextRun] = []

    /// Splits a title.
    ///
    /// Each grapheme cluster goes to the first font that has all its characters, else to the first font of all. A
    /// character without a script of its own goes with the one before it, at the start with the first that has one (UAX
    /// 24, section 5.1, without its rule for brackets).
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - fonts: The fonts in order.
    ///   - isLeftToRight: The direction of the line, or nil for that of its first letter that has one.
    ///   - library: What knows the characters.
    init(_ title: String, fonts: [Font], isLeftToRight: Bool?, by library: HarfBuzz) {
        guard !title.isEmpty else { return }
        if isLeftToRight != false, fonts.first?.coversASCII == true, title.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
            scalars = title.utf8.map(UInt32.init)
            let hasLetter = title.utf8.contains { 0x41...0x5A ~= $0 & 0xDF }
            let script = hasLetter ? HB_SCRIPT_LATIN : HB_SCRIPT_COMMON
            runs = [TextRun(scalars: 0..<scalars.count, font: 0, script: script, level: 0)]
            return
        }
        scalars.reserveCapacity(title.utf8.count)
        var choices: [Int] = []
        for cluster in title {
            let start = scalars.count
            scalars += cluster.unicodeScalars.lazy.map(Self.onOneLine)
            let choice = fonts.firstIndex { $0.covers(scalars[start...]) } ?? 0
            choices += repeatElement(choice, count: scalars.count - start)
        }
        let levels = BidiLevels(scalars, isLeftToRight: isLeftToRight, by: library).levels
        var script = scalars.lazy.map(library.script(of:)).first(where: HarfBuzz.isOwn) ?? HB_SCRIPT_COMMON
        for (place, scalar) in scalars.enumerated() {
            let own = library.script(of: scalar)
            if HarfBuzz.isOwn(own) { script = own }
            append(
                place,
                TextRun(scalars: place..<place + 1, font: choices[place], script: script, level: levels[place])
            )
        }
    }

    /// Lengthens the last run by a character, or begins the next one.
    private mutating func append(_ place: Int, _ run: TextRun) {
        guard let last = runs.last, last.font == run.font, last.script == run.script, last.level == run.level else {
            runs.append(run)
            return
        }
        runs[runs.count - 1].scalars = last.scalars.lowerBound..<place + 1
    }

    /// The scalar, or a space for what would break the line or has no form: control characters, U+2028, U+2029.
    private static func onOneLine(_ scalar: Unicode.Scalar) -> UInt32 {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029: 0x20
        default: scalar.value
        }
    }
}

extension Font {
    /// Whether the font has a form for every character of a cluster that is seen at all.
    fileprivate func covers(_ cluster: ArraySlice<UInt32>) -> Bool {
        cluster.allSatisfy { nominalGlyph(for: $0) != nil || HarfBuzz.isIgnorable($0) }
    }
}
