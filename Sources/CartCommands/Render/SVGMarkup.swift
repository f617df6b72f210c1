/// The markup of an SVG document (SVG 1.1), written in order.
///
/// Whatever is given as a value comes out as that value: it cannot end an attribute, an element or the document.
struct SVGMarkup {
    /// What is written so far.
    private(set) var text = ""

    /// An attribute's value.
    enum Value: ExpressibleByStringInterpolation, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case number(Double)

        init(stringLiteral value: String) { self = .text(value) }
        init(floatLiteral value: Double) { self = .number(value) }
        init(integerLiteral value: Int) { self = .number(Double(value)) }
    }

    typealias Attributes = [(name: StaticString, value: Value)]

    /// Writes an element that holds what the body writes; one that holds nothing is closed at once.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [], _ body: (inout Self) -> Void = { _ in })
    {
        text += "<\(name)"
        for (name, value) in attributes {
            text += " \(name)=\""
            switch value {
            case .text(let value): Self.write(value, to: &text)
            case .number(let value): text += Self.digits(of: value)
            }
            text += "\""
        }
        let open = text.utf8.count
        text += ">"
        let filled = text.utf8.count
        body(&self)
        guard text.utf8.count > filled else {
            text.removeLast(text.utf8.count - open)
            text += "/>\n"
            return
        }
        text += "</\(name)>\n"
    }

    /// Writes an element that holds a text.
    mutating func element(_ name: StaticString, _ attributes: Attributes = [], text content: String) {
        element(name, attributes) { Self.write(content, to: &$0.text) }
    }

    /// Writes a text.
    mutating func write(_ content: String) {
        Self.write(content, to: &text)
    }

    /// Writes the markup of another.
    mutating func append(_ other: Self) {
        text += other.text
    }

    /// Ends the line.
    mutating func newLine() {
        text += "\n"
    }

    /// A number in decimal digits, three behind the point at most; one that is no place on any screen is one at its edge.
    static func digits(of value: Double) -> String {
        let bounded = value.isFinite ? min(max(value, -1e9), 1e9) : 0
        let thousandths = Int((bounded * 1000).rounded())
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        var digits = thousandths < 0 ? "-" : ""
        digits += String(whole)
        if rest > 0 {
            var fraction = String(rest + 1000).dropFirst()
            while fraction.last == "0" { fraction.removeLast() }
            digits += "." + fraction
        }
        return digits
    }

    /// Every character of a text by itself or, where it means something to a parser, by its number.
    ///
    /// What XML 1.0 cannot hold at all (production 2: most control characters, U+FFFE and U+FFFF) becomes U+FFFD. Controls
    /// that a terminal or an editor would obey are written as numbers, so that the source reads as it is.
    private static func write(_ content: String, to text: inout String) {
        for scalar in content.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n", "\r", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                text += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
