/* HarfBuzz, loaded when it is first wanted: its types and constants come from its headers, its functions from the
 * library by dlopen(3).
 *
 * Linked, the library and what it needs itself (GLib, FreeType, Graphite) would cost every start of every program 1 ms
 * and 2.6 MB, also of those that never see a font. */
#ifndef CHARFBUZZ_H
#define CHARFBUZZ_H

#if !__has_include(<harfbuzz/hb-ot.h>)
#error "The headers of HarfBuzz are missing: apt-get install libharfbuzz-dev"
#endif

#include <harfbuzz/hb-ot.h>
#include <harfbuzz/hb.h>
#include <stdbool.h>
#include <stddef.h>

/* The functions that are used: F(name). */
#define CHARFBUZZ_FUNCTIONS(F) \
    F(hb_blob_create_from_file_or_fail) \
    F(hb_blob_create_or_fail) \
    F(hb_blob_destroy) \
    F(hb_blob_get_length) \
    F(hb_buffer_add_codepoints) \
    F(hb_buffer_allocation_successful) \
    F(hb_buffer_clear_contents) \
    F(hb_buffer_create) \
    F(hb_buffer_destroy) \
    F(hb_buffer_get_content_type) \
    F(hb_buffer_get_glyph_infos) \
    F(hb_buffer_get_glyph_positions) \
    F(hb_buffer_set_direction) \
    F(hb_buffer_set_language) \
    F(hb_buffer_set_script) \
    F(hb_draw_funcs_create) \
    F(hb_draw_funcs_make_immutable) \
    F(hb_draw_funcs_set_close_path_func) \
    F(hb_draw_funcs_set_cubic_to_func) \
    F(hb_draw_funcs_set_line_to_func) \
    F(hb_draw_funcs_set_move_to_func) \
    F(hb_draw_funcs_set_quadratic_to_func) \
    F(hb_face_count) \
    F(hb_face_create) \
    F(hb_face_destroy) \
    F(hb_face_get_glyph_count) \
    F(hb_face_get_upem) \
    F(hb_face_reference_table) \
    F(hb_font_create) \
    F(hb_font_destroy) \
    F(hb_font_get_h_extents) \
    F(hb_font_get_nominal_glyph) \
    F(hb_font_make_immutable) \
    F(hb_font_set_scale) \
    F(hb_language_from_string) \
    F(hb_ot_font_set_funcs) \
    F(hb_script_get_horizontal_direction) \
    F(hb_shape) \
    F(hb_unicode_funcs_get_default) \
    F(hb_unicode_general_category) \
    F(hb_unicode_mirroring) \
    F(hb_unicode_script)

/* Every function under its own name, with the type that the headers give it. */
struct charfbuzz_functions {
#define CHARFBUZZ_MEMBER(name) __typeof__(&name) _Nonnull name;
    CHARFBUZZ_FUNCTIONS(CHARFBUZZ_MEMBER)
#undef CHARFBUZZ_MEMBER
    /* hb_font_draw_glyph, or what it was called before HarfBuzz 7: hb_font_get_glyph_shape. */
    void (*_Nonnull hb_font_draw_glyph)(
        hb_font_t *_Nullable font, hb_codepoint_t glyph, hb_draw_funcs_t *_Nullable functions, void *_Nullable data
    );
} __attribute__((swift_name("HarfBuzzFunctions")));

/* Loads the library and looks up all functions: dlopen(3), dlsym(3). What is loaded stays loaded.
 *
 * Answers false when the library or one of the functions is missing; `reason` then has dlerror(3)'s words, cut to
 * `size`, and `functions` is not to be used. */
bool charfbuzz_load(
    const char *_Nonnull file, struct charfbuzz_functions *_Nonnull functions, char *_Nonnull reason, size_t size
);

#endif
