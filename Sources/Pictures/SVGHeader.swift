/// The size of an SVG file: width and height of its first element, else its viewBox (SVG 2, section 8.2; CSS 2.1,
/// 4.3.2).
///
/// A size that is a share of something (`100%`, `2em`) counts as none; so does one in a style sheet.
enum SVGHeader {
    static func read(_ text: [UInt8]) throws(PictureError) -> PictureHeader {
        var scanner = XMLStartScanner(text)
        let element = try scanner.firstElement()
        guard element.localName == "svg" else {
            throw PictureError(.unknownFormat, "it is an XML file, but its first element is not svg")
        }
        let width = element.attributes["width"].flatMap(length)
        let height = element.attributes["height"].flatMap(length)
        let box = element.attributes["viewBox"].flatMap(box)
        switch (width, height, box) {
        case (let width?, let height?, _):
            return try PictureHeader(.svg, width: width, height: height)
        case (let width?, nil, let box?):
            return try PictureHeader(.svg, width: width, height: width * box.height / box.width)
        case (nil, let height?, let box?):
            return try PictureHeader(.svg, width: height * box.width / box.height, height: height)
        case (nil, nil, let box?):
            return try PictureHeader(.svg, width: box.width, height: box.height)
        default:
            throw PictureError(.noSize, "it has no width and height in pixels, and no viewBox to take them from")
        }
    }

    /// CSS pixels in an absolute unit (CSS Values 3, section 6.2); lower case.
    private static let units: [String: Double] = [
        "": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6,
    ]

    /// A length in CSS pixels; nil for one that is relative, negative or none.
    private static func length(_ text: String) -> Double? {
        var rest = Substring(trimmed(text))
        guard let number = number(&rest), number >= 0, let unit = units[rest.lowercased()] else { return nil }
        return number * unit
    }

    /// The last two of four numbers with white space or commas between; nil for another count or an empty box.
    private static func box(_ text: String) -> (width: Double, height: Double)? {
        var rest = Substring(trimmed(text))
        var numbers: [Double] = []
        while !rest.isEmpty, numbers.count < 5 {
            guard let number = number(&rest) else { return nil }
            numbers.append(number)
            rest = rest.drop { isSpace($0) || $0 == "," }
        }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else { return nil }
        return (numbers[2], numbers[3])
    }

    /// Takes a number from the beginning; the `e` of `em` is none of its exponent.
    private static func number(_ rest: inout Substring) -> Double? {
        var end = rest.startIndex
        func skip(_ isWanted: (Character) -> Bool) -> Bool {
            let start = end
            end = rest[end...].firstIndex { !isWanted($0) } ?? rest.endIndex
            return start < end
        }
        func isDigit(_ character: Character) -> Bool { "0"..."9" ~= character && character.isASCII }
        func skipSign() {
            if end < rest.endIndex, rest[end] == "+" || rest[end] == "-" { end = rest.index(after: end) }
        }
        skipSign()
        var hasDigits = skip(isDigit)
        if end < rest.endIndex, rest[end] == "." {
            end = rest.index(after: end)
            hasDigits = skip(isDigit) || hasDigits
        }
        guard hasDigits else { return nil }
        let mantissa = end
        if end < rest.endIndex, rest[end] == "e" || rest[end] == "E" {
            end = rest.index(after: end)
            skipSign()
            if !skip(isDigit) { end = mantissa }
        }
        // "5." and "+5" are numbers of CSS that Swift's parser refuses or takes; a trailing point is cut.
        let text = rest[..<end]
        rest = rest[end...]
        guard let number = Double(text.hasSuffix(".") ? text.dropLast() : text), number.isFinite else { return nil }
        return number
    }

    private static func isSpace(_ character: Character) -> Bool {
        [" ", "\t", "\n", "\r", "\r\n"].contains(character)
    }

    private static func trimmed(_ text: String) -> Substring {
        let start = text.drop(while: isSpace)
        return start.lastIndex { !isSpace($0) }.map { start[...$0] } ?? ""
    }
}
