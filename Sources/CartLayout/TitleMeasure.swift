/// Something that knows how large a title is when set in its font.
///
/// This module computes frames from sizes and knows no fonts. A caller that has the sizes gives them; one that has
/// titles gives a measure along with them. A size that is not finite or is negative is refused like any other input.
public protocol TitleMeasure: Sendable {
    /// The extent of the title on one line, in points; `Size.zero` for an empty title.
    func size(of title: String) -> Size
}
