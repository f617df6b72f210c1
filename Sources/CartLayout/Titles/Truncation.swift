/// The part of a title that fits a width, and its extent, in whatever unit both are given in.
package struct Truncation {
    /// The title, a prefix of it with an ellipsis, the ellipsis alone, or nothing.
    package let text: String
    /// How far that reaches.
    package let extent: LineExtent
    /// Whether it is not the title itself.
    package let isTruncated: Bool

    /// Finds the longest prefix in whole grapheme clusters that fits with an ellipsis, unless the title itself fits.
    ///
    /// - Parameters:
    ///   - room: The width to fit; what is negative or not a number is 0.
    ///   - tolerance: How much more still fits, for the dust of binary fractions.
    ///   - measure: The extent of a text on one line.
    package init(_ title: String, room: Double, tolerance: Double, measure: (String) -> LineExtent) {
        let limit = (room > 0 ? room : 0) + tolerance
        let whole = measure(title)
        guard whole.width > limit else {
            self.init(text: title, extent: whole, isTruncated: false)
            return
        }
        func shortened(to end: String.Index) -> Truncation? {
            let text = String(title[..<end]) + VisibleTitle.ellipsis
            let extent = measure(text)
            return extent.width <= limit ? Truncation(text: text, extent: extent, isTruncated: true) : nil
        }
        guard var best = shortened(to: title.startIndex) else {
            self.init(text: "", extent: .zero, isTruncated: true)
            return
        }
        // The place after each cluster but the last. One of them is too far, or the whole title is.
        let ends = Array(title.indices.dropFirst())
        var fitting = 0
        var failing = ends.count + 1
        // Doubling from the start keeps every measured text about as long as what fits, however long the title is.
        var step = 8
        while failing - fitting > 1 {
            let count = fitting + min(step, (failing - fitting) / 2)
            if let text = shortened(to: ends[count - 1]) {
                (best, fitting) = (text, count)
                step *= 2
            } else {
                failing = count
            }
        }
        self = best
    }

    /// Makes a truncation from its parts.
    package init(text: String, extent: LineExtent, isTruncated: Bool) {
        self.text = text
        self.extent = extent
        self.isTruncated = isTruncated
    }
}
