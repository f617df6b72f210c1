import CHarfBuzz

/// The buffer that HarfBuzz shapes in, used again for every run.
struct ShapingBuffer: ~Copyable {
    private let library: HarfBuzz
    private let handle: OpaquePointer?

    /// Makes a buffer: hb_buffer_create.
    init(_ library: HarfBuzz) {
        self.library = library
        handle = library.calls.hb_buffer_create()
    }

    /// Shapes a run with its neighbours as context, so that letters join across a change of fonts: hb_shape.
    ///
    /// The answer is in visual order and in font units; nothing when memory ran out or a broken font led nowhere.
    ///
    /// - Parameters:
    ///   - scalars: The whole title.
    ///   - run: What of it is shaped.
    ///   - language: What the font may choose letter forms by.
    mutating func shape<Answer>(
        _ run: TextRun,
        of scalars: [UInt32],
        font: Font,
        language: hb_language_t?,
        body: (UnsafeBufferPointer<hb_glyph_info_t>, UnsafeBufferPointer<hb_glyph_position_t>) -> Answer
    ) -> Answer {
        library.calls.hb_buffer_clear_contents(handle)
        let nothing = (
            UnsafeBufferPointer<hb_glyph_info_t>(start: nil, count: 0),
            UnsafeBufferPointer<hb_glyph_position_t>(start: nil, count: 0)
        )
        guard
            let total = Int32(exactly: scalars.count),
            let start = UInt32(exactly: run.scalars.lowerBound),
            let length = Int32(exactly: run.scalars.count)
        else {
            return body(nothing.0, nothing.1)
        }
        scalars.withUnsafeBufferPointer {
            library.calls.hb_buffer_add_codepoints(handle, $0.baseAddress, total, start, length)
        }
        library.calls.hb_buffer_set_script(handle, run.script)
        library.calls.hb_buffer_set_direction(handle, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        library.calls.hb_buffer_set_language(handle, language)
        library.calls.hb_shape(font.handle, handle, nil, 0)
        guard
            library.calls.hb_buffer_allocation_successful(handle) != 0,
            library.calls.hb_buffer_get_content_type(handle) == HB_BUFFER_CONTENT_TYPE_GLYPHS
        else {
            return body(nothing.0, nothing.1)
        }
        var infoCount: UInt32 = 0
        var positionCount: UInt32 = 0
        let infos = library.calls.hb_buffer_get_glyph_infos(handle, &infoCount)
        let positions = library.calls.hb_buffer_get_glyph_positions(handle, &positionCount)
        let count = Int(min(infoCount, positionCount))
        return body(
            UnsafeBufferPointer(start: infos, count: infos == nil ? 0 : count),
            UnsafeBufferPointer(start: positions, count: positions == nil ? 0 : count)
        )
    }

    deinit {
        library.calls.hb_buffer_destroy(handle)
    }
}
