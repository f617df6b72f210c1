package import CartLayout

extension LayoutDirection {
    /// The direction of a title's first letter that has one (UAX 9, rules P2 and P3); left to right where none has.
    package init(firstStrongIn title: String) {
        for scalar in title.unicodeScalars {
            switch BidiClass(scalar.value) {
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
