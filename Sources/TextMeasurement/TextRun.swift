import CHarfBuzz

/// Neighbouring characters of a title that are shaped together: one font, one script, one level.
struct TextRun {
    /// The Unicode scalars of the run, by their places in the title.
    var scalars: Range<Int>
    /// The place of the font in its stack.
    var font: Int
    /// The script; `HB_SCRIPT_COMMON` in a title of digits and signs only.
    var script: hb_script_t
    /// The embedding level (UAX 9): odd reads from right to left.
    var level: UInt8

    /// Whether the text of the run reads from right to left.
    var isRightToLeft: Bool { level & 1 == 1 }
}
