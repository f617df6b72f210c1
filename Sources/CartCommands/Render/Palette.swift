import CartModel

/// The colours of pictures.
enum Palette {
    /// Behind everything.
    static let page = "#f3f1ed"
    /// Behind rows, tiles and controls.
    static let surface = "#ffffff"
    /// Around tiles and controls.
    static let outline = "#dcd8d0"
    /// Between rows.
    static let separator = "#e6e3de"
    /// Behind the headers of sections.
    static let header = "#efece7"
    /// Titles.
    static let ink = "#1d1b18"
    /// Titles that are less important.
    static let mutedInk = "#6b665e"
    /// What can be touched.
    static let accent = "#2362c7"
    /// What can be touched, while it is: dark enough to be read on ``highlighted``.
    static let pressedAccent = "#1a4da1"
    /// What could be touched, were it not disabled.
    static let disabledAccent = "#9cb2d5"
    /// Behind a control that is chosen.
    static let selected = "#dfe9fb"
    /// Behind a control that is touched.
    static let highlighted = "#d9d5cd"
    /// Behind what cannot be touched now.
    static let disabled = "#e6e3de"
    /// On what cannot be touched now.
    static let disabledInk = "#a39e95"

    /// What stands in for an icon: its back and its letter.
    static let placeholders: [(back: String, ink: String)] = [
        ("#dbe7f6", "#2d5c94"), ("#e0efdc", "#3d7032"), ("#fbe6d4", "#98541a"), ("#f3deea", "#933f70"),
        ("#e6e0f5", "#5d489c"), ("#d8eeee", "#22696b"), ("#f6efcf", "#7c661a"), ("#f7dedb", "#9c4038"),
    ]

    /// The colours that stand in for the icon of a name, always the same: by its FNV-1a hash.
    static func placeholder(for name: String) -> (back: String, ink: String) {
        var hash = name.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        // Names that differ in their last letter only have hashes that are near; one more round drives them apart.
        hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
        return placeholders[Int(hash >> 16) % placeholders.count]
    }

    /// A colour that came from somewhere, if it is one: `#RRGGBB`.
    static func checked(_ color: String?) -> String? {
        guard let color, color.utf8.count == 7, color.utf8.first == UInt8(ascii: "#"),
            color.utf8.dropFirst().allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
        else {
            return nil
        }
        return color
    }
}
