extension String {
    /// The text for the screen of a person: what would steer a terminal, end a line or reorder it is spelled out, as `\u{1B}`.
    ///
    /// Those are the control characters, the line and paragraph separators, and the explicit direction controls
    /// (Unicode Standard Annex 9), with which a name could make a line read as another. Joiners and marks stay, for emoji,
    /// Arabic and Indic text need them.
    package var visible: String {
        guard unicodeScalars.contains(where: \.steersTerminal) else {
            return self
        }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.steersTerminal {
                text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The text as one word of a shell command line, in quotes where a shell would read it as something else.
    package var shellQuoted: String {
        let plain = unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "-_.,:/+@%".unicodeScalars.contains(scalar)
        }
        if plain, !isEmpty {
            return self
        }
        return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension Unicode.Scalar {
    fileprivate var steersTerminal: Bool {
        switch self {
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}",
            "\u{2066}"..."\u{2069}":
            true
        default:
            false
        }
    }
}
