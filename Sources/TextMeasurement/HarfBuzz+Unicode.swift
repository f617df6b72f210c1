import CHarfBuzz

/// Properties of characters from the tables that HarfBuzz shapes with.
extension HarfBuzz {
    /// The script of a character: hb_unicode_script.
    func script(of scalar: UInt32) -> hb_script_t {
        calls.hb_unicode_script(unicodeFunctions, scalar)
    }

    /// Whether a script says where its characters belong, as Common and Inherited do not.
    static func isOwn(_ script: hb_script_t) -> Bool {
        script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED && script != HB_SCRIPT_UNKNOWN
    }

    /// Whether a script is written from right to left: hb_script_get_horizontal_direction.
    func isRightToLeft(_ script: hb_script_t) -> Bool {
        calls.hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL
    }

    /// The general category: hb_unicode_general_category.
    func category(of scalar: UInt32) -> hb_unicode_general_category_t {
        calls.hb_unicode_general_category(unicodeFunctions, scalar)
    }

    /// The mirror image of a character, itself when there is none: hb_unicode_mirroring.
    func mirrored(_ scalar: UInt32) -> UInt32 {
        calls.hb_unicode_mirroring(unicodeFunctions, scalar)
    }

    /// Whether a font that lacks the character shows nothing in its place: joiners, variation selectors, marks of
    /// direction.
    static func isIgnorable(_ scalar: UInt32) -> Bool {
        Unicode.Scalar(scalar)?.properties.isDefaultIgnorableCodePoint ?? false
    }
}
