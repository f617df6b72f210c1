/// The direction in which the interface reads, which decides where `leading` and `trailing` are.
public enum LayoutDirection: String, Hashable, Sendable, Codable, CaseIterable {
    /// Left to right: leading is left.
    case leftToRight = "ltr"
    /// Right to left: leading is right.
    case rightToLeft = "rtl"
}
