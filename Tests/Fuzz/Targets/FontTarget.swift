import CartLayout
import TextMeasurement

/// A font file is refused, or measures and draws every title with numbers that are some.
func exerciseFont(_ input: [UInt8]) throws {
    var reader = InputReader(input)
    let index = Int(reader.byte() & 1)
    let title = reader.text(60)
    let width = reader.number()
    let file = try MemoryFile(reader.remainder())
    let font: Font
    do {
        font = try Font(path: file.path, index: index)
    } catch {
        try require(!error.reason.isEmpty, "a font was refused without a reason")
        return
    }
    let measure = try FontMeasure(FontStack(font), size: 17, scale: .two)
    for title in [title, "Tea 茶 شاي"] {
        let extent = measure.extent(of: title)
        let numbers = [extent.width, extent.ascent, extent.descent]
        try require(numbers.allSatisfy { $0.isFinite && $0 >= 0 }, "a title has the extent \(extent)")
        let visible = measure.truncate(title, toWidth: width)
        try require(visible.size.width.isFinite, "a title has the size \(visible.size)")
        let path = measure.glyphRuns(of: title).path()
        try require(!path.contains("nan") && !path.contains("inf"), "an outline has no numbers")
    }
}
