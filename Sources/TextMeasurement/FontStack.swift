import CHarfBuzz
import CartLayout
import Synchronization

/// Fonts in the order in which they are tried, and the measures of the titles that were asked for lately.
///
/// Measures are kept in units of the em, so that one stack serves every size and scale. The width of a title does not
/// depend on the order in which its runs are seen: it is the sum of their advances.
///
/// A stack may be used by several threads; they take turns.
package final class FontStack: Sendable {
    /// The fonts; never none.
    package let fonts: [Font]
    let library: HarfBuzz

    /// The language that letter forms are chosen by, interned by HarfBuzz and never freed.
    nonisolated(unsafe) let language: hb_language_t?
    private let state: Mutex<State>

    /// How many measures a generation of the cache keeps; it holds at most twice as many.
    static let cachedTitles = 2048
    /// Longer titles are measured anew each time, so that the cache is bounded in bytes too.
    static let cachedTitleBytes = 512

    private struct State: ~Copyable {
        var buffer: ShapingBuffer
        var extents = GenerationCache<TitleKey, LineExtent>(capacity: FontStack.cachedTitles)
        var truncations = GenerationCache<TitleKey, Truncation>(capacity: FontStack.cachedTitles)
    }

    /// Makes a stack.
    ///
    /// - Parameters:
    ///   - first: The font for all that it has, and for what none has.
    ///   - fallbacks: The fonts for the rest, in order.
    ///   - language: A BCP 47 tag such as `zh-Hans`, for fonts that have letter forms by language. Nil is none: the
    ///     answer never depends on the process's locale.
    package init(_ first: Font, fallbacks: [Font] = [], language: String? = nil) {
        let library = first.library
        fonts = [first] + fallbacks
        self.library = library
        self.language = language.flatMap { library.calls.hb_language_from_string($0, -1) }
        state = Mutex(State(buffer: ShapingBuffer(library)))
    }

    /// Opens the fonts of names and makes a stack of them.
    ///
    /// - Parameter names: At least one: `FILE`, or `FILE#N` for font N of a collection.
    /// - Throws: `FontError` for the first that cannot be used, or for no name at all.
    package convenience init(named names: [String], language: String? = nil) throws(FontError) {
        let fonts = try names.map { name throws(FontError) in try Font(named: name) }
        guard let first = fonts.first else {
            throw FontError(file: "", reason: "there is no path of a font")
        }
        self.init(first, fallbacks: Array(fonts.dropFirst()), language: language)
    }

    /// The extent of a title when the em is 1.
    func extent(of title: String) -> LineExtent {
        guard !title.isEmpty else { return .zero }
        return state.withLock { state in
            guard title.utf8.count <= Self.cachedTitleBytes else {
                return measure(title, in: &state.buffer)
            }
            let key = TitleKey(title)
            if let extent = state.extents.value(for: key) {
                return extent
            }
            let extent = measure(title, in: &state.buffer)
            state.extents.insert(extent, for: key)
            return extent
        }
    }

    /// The part of a title that fits a frame, see ``LineMeasure/truncate(_:toWidth:)``.
    func truncate(_ title: String, toWidth width: Double, size: Double, scale: Scale) -> VisibleTitle {
        let truncation = truncation(of: title, room: width / size)
        let extent = truncation.extent.multiplied(by: size)
        return VisibleTitle(truncation, extent: extent, width: width, scale: scale)
    }

    private func truncation(of title: String, room: Double) -> Truncation {
        let whole = extent(of: title)
        guard whole.width > room + Self.tolerance || !(room > 0) else {
            return Truncation(text: title, extent: whole, isTruncated: false)
        }
        return state.withLock { state in
            let key = TitleKey(title, bits: room.bitPattern)
            if let truncation = state.truncations.value(for: key) {
                return truncation
            }
            let truncation = Truncation(title, room: room, tolerance: Self.tolerance) {
                measure($0, in: &state.buffer)
            }
            if title.utf8.count <= Self.cachedTitleBytes {
                state.truncations.insert(truncation, for: key)
            }
            return truncation
        }
    }

    /// How much more than the room still fits, in the em.
    private static let tolerance = 1e-9

    private func measure(_ title: String, in buffer: inout ShapingBuffer) -> LineExtent {
        guard !title.isEmpty else { return .zero }
        let itemized = ItemizedTitle(title, fonts: fonts, isLeftToRight: nil, by: library)
        var extent = LineExtent.zero
        for run in itemized.runs {
            let font = fonts[run.font]
            // Whole font units: exact, and 64 bits hold the sum of any number of 32-bit advances.
            let advance = buffer.shape(run, of: itemized.scalars, font: font, language: language) { _, positions in
                positions.reduce(Int64(0)) { $0 + Int64($1.x_advance) }
            }
            extent.add(font, advance: advance)
        }
        // Only a broken font moves backwards all in all.
        extent.width = max(0, extent.width)
        return extent
    }
}

extension LineExtent {
    /// Adds a run of a font, in the em: its advance, and the font's height to that of the line.
    mutating func add(_ font: Font, advance: Int64) {
        let units = Double(font.unitsPerEm)
        width += Double(advance) / units
        ascent = max(ascent, Double(font.ascent) / units)
        descent = max(descent, Double(font.descent) / units)
    }
}
