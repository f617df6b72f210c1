import CHarfBuzz

/// Properties of characters from the tables that HarfBuzz shapes with.
enum UnicodeFacts {
    /// The built-in functions: immutable, without state, for all threads (hb_unicode_funcs_get_default).
    nonisolated(unsafe) private static let functions = hb_unicode_funcs_get_default()

    /// The script of a character: hb_unicode_script.
    static func script(of scalar: UInt32) -> hb_script_t {
        hb_unicode_script(functions, scalar)
    }

    /// Whether a script says where its characters belong, as Common and Inherited do not.
    static func isOwn(_ script: hb_script_t) -> Bool {
        script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED && script != HB_SCRIPT_UNKNOWN
    }

    /// The general category: hb_unicode_general_category.
    static func category(of scalar: UInt32) -> hb_unicode_general_category_t {
        hb_unicode_general_category(functions, scalar)
    }

    /// The mirror image of a character, itself when there is none: hb_unicode_mirroring.
    static func mirrored(_ scalar: UInt32) -> UInt32 {
        hb_unicode_mirroring(functions, scalar)
    }

    /// Whether a font that lacks the character shows nothing in its place: joiners, variation selectors, marks of
    /// direction.
    static func isIgnorable(_ scalar: UInt32) -> Bool {
        Unicode.Scalar(scalar)?.properties.isDefaultIgnorableCodePoint ?? false
    }
}
