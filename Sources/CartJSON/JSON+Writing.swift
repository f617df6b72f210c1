extension JSON {
    /// The value as one line of JSON text.
    package var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .number(let value): bytes += Self.digits(of: value).utf8
        case .string(let value): Self.write(value, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// The shortest digits that read back as the same number, a whole one without a point; JSON has no infinity and no NaN
    /// (RFC 8259, section 6), so those are null.
    private static func digits(of value: Double) -> String {
        guard value.isFinite else {
            return "null"
        }
        // `exactly` of -0 is 0: a frame at -0 is one at 0.
        // Above 2^53 a number with a point says no more than it knows.
        if value.magnitude <= 9_007_199_254_740_992, let whole = Int64(exactly: value) {
            return String(whole)
        }
        return value.description
    }

    /// Every byte of a text as it is, but for what JSON has to escape and for the other control characters (DEL and U+0080 to
    /// U+009F), which some terminals obey.
    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": bytes += #"\""#.utf8
            case "\\": bytes += #"\\"#.utf8
            case "\n": bytes += #"\n"#.utf8
            case "\r": bytes += #"\r"#.utf8
            case "\t": bytes += #"\t"#.utf8
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                bytes += #"\u"#.utf8
                bytes += repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
                bytes += digits.utf8
            default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
