import CHarfBuzz

extension Font {
    /// The shape of a glyph, hb_font_draw_glyph; without segments when the font has none for it.
    package func outline(of glyph: UInt32) -> GlyphOutline {
        let pen = Pen()
        library.calls.hb_font_draw_glyph(
            handle,
            glyph,
            library.drawFunctions,
            Unmanaged.passUnretained(pen).toOpaque()
        )
        return withExtendedLifetime(pen) { GlyphOutline(segments: pen.segments) }
    }
}

/// Takes down what HarfBuzz draws.
final class Pen {
    fileprivate var segments: [GlyphOutline.Segment] = []

    /// The hb_draw_funcs_t of all pens: immutable, without state.
    static func drawFunctions(_ calls: HarfBuzzFunctions) -> OpaquePointer? {
        let functions = calls.hb_draw_funcs_create()
        calls.hb_draw_funcs_set_move_to_func(
            functions,
            { _, pen, _, x, y, _ in Pen.at(pen)?.segments.append(.move(.init(x: x, y: y))) },
            nil,
            nil
        )
        calls.hb_draw_funcs_set_line_to_func(
            functions,
            { _, pen, _, x, y, _ in Pen.at(pen)?.segments.append(.line(.init(x: x, y: y))) },
            nil,
            nil
        )
        calls.hb_draw_funcs_set_quadratic_to_func(
            functions,
            { _, pen, _, controlX, controlY, x, y, _ in
                Pen.at(pen)?.segments.append(
                    .quadratic(control: .init(x: controlX, y: controlY), to: .init(x: x, y: y))
                )
            },
            nil,
            nil
        )
        calls.hb_draw_funcs_set_cubic_to_func(
            functions,
            { _, pen, _, x1, y1, x2, y2, x, y, _ in
                Pen.at(pen)?.segments.append(
                    .cubic(control1: .init(x: x1, y: y1), control2: .init(x: x2, y: y2), to: .init(x: x, y: y))
                )
            },
            nil,
            nil
        )
        calls.hb_draw_funcs_set_close_path_func(
            functions,
            { _, pen, _, _ in Pen.at(pen)?.segments.append(.close) },
            nil,
            nil
        )
        calls.hb_draw_funcs_make_immutable(functions)
        return functions
    }

    private static func at(_ address: UnsafeMutableRawPointer?) -> Pen? {
        address.map { Unmanaged<Pen>.fromOpaque($0).takeUnretainedValue() }
    }
}
