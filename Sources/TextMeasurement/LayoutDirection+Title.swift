package import CartLayout

extension LayoutDirection {
    /// The direction of a title's first letter that has one (UAX 9, rules P2 and P3); left to right where none has.
    ///
    /// - Throws: `FontError` where a character may be written from right to left and HarfBuzz cannot be loaded.
    package init(firstStrongIn title: String) throws(FontError) {
        guard title.unicodeScalars.contains(where: { BidiClass.mayBeRightToLeft($0.value) }) else {
            self = .leftToRight
            return
        }
        let library = try HarfBuzz.loaded()
        for scalar in title.unicodeScalars {
            switch BidiClass(scalar.value, by: library) {
            case .left:
                self = .leftToRight
                return
            case .right, .arabic:
                self = .rightToLeft
                return
            default: continue
            }
        }
        self = .leftToRight
    }
}
