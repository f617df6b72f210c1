/// Reads an XML file just up to its first element (XML 1.0, productions 22, 28 and 40), in UTF-8.
///
/// It is no parser: it skips declarations, comments and the document type without looking into them, expands no entity,
/// and reads nothing after the first tag.
struct XMLStartScanner {
    /// A start tag.
    struct Element {
        var localName = ""
        /// The attributes as they stand, entities and all; of two of one name the first.
        var attributes: [String: String] = [:]
    }

    private let text: [UInt8]
    private var place = 0

    init(_ text: [UInt8]) {
        self.text = text
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    /// The first element.
    ///
    /// - Throws: `unknownFormat` for what is no XML, `truncated`, `malformed`.
    mutating func firstElement() throws(PictureError) -> Element {
        if text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE]) {
            throw PictureError(.unknownFormat, "it is text in UTF-16; an SVG file has to be in UTF-8")
        }
        var isXML = false
        while true {
            skipSpace()
            guard place < text.count, text[place] == UInt8(ascii: "<") else {
                let isKnown = isXML && place >= text.count
                throw isKnown ? ending() : PictureError(.unknownFormat, "it is no SVG, PNG, JPEG, WebP or GIF file")
            }
            isXML = true
            if starts(with: "<?") {
                try skip(past: "?>")
            } else if starts(with: "<!--") {
                try skip(past: "-->")
            } else if starts(with: "<!") {
                try skipDocumentType()
            } else {
                place += 1
                return try element()
            }
        }
    }

    private mutating func element() throws(PictureError) -> Element {
        let name = try self.name()
        var element = Element(localName: name.split(separator: ":").last.map(String.init) ?? "")
        while true {
            skipSpace()
            guard place < text.count else { throw ending() }
            if text[place] == UInt8(ascii: ">") || starts(with: "/>") { return element }
            let name = try self.name()
            skipSpace()
            try expect("=")
            skipSpace()
            guard place < text.count else { throw ending() }
            let quote = text[place]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                throw .malformed(.svg, "the attribute \(name.prefix(40)) has no quotes")
            }
            let start = place + 1
            guard let end = text[start...].firstIndex(of: quote) else { throw ending() }
            place = end + 1
            if element.attributes[name] == nil {
                element.attributes[name] = String(decoding: text[start..<end], as: UTF8.self)
            }
        }
    }

    private mutating func name() throws(PictureError) -> String {
        let start = place
        while place < text.count, !isSpace(text[place]), !"=/><\"'".utf8.contains(text[place]) { place += 1 }
        guard place < text.count else { throw ending() }
        guard place > start else {
            throw .malformed(.svg, "there is no name at byte \(start) of its first tag")
        }
        return String(decoding: text[start..<place], as: UTF8.self)
    }

    /// Skips `<!DOCTYPE ...>` with its own declarations in brackets; a bracket or a sign in quotes or comments does not
    /// count.
    private mutating func skipDocumentType() throws(PictureError) {
        var isInside = false
        place += 2
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = text[(place + 1)...].firstIndex(of: text[place]) else { throw ending() }
                place = end
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: "<") where starts(with: "<!--"):
                try skip(past: "-->")
                continue
            case UInt8(ascii: ">") where !isInside:
                place += 1
                return
            default: break
            }
            place += 1
        }
        throw ending()
    }

    private mutating func skip(past end: StaticString) throws(PictureError) {
        while place < text.count, !starts(with: end) { place += 1 }
        guard place < text.count else { throw ending() }
        place += end.utf8CodeUnitCount
    }

    private mutating func expect(_ sign: StaticString) throws(PictureError) {
        guard place < text.count else { throw ending() }
        guard starts(with: sign) else {
            throw .malformed(.svg, "there is no \(sign) at byte \(place)")
        }
        place += sign.utf8CodeUnitCount
    }

    private func starts(with sign: StaticString) -> Bool {
        sign.withUTF8Buffer { text[place...].starts(with: $0) }
    }

    private mutating func skipSpace() {
        while place < text.count, isSpace(text[place]) { place += 1 }
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private func ending() -> PictureError {
        text.count >= PictureHeader.textLimit
            ? .malformed(.svg, "its first tag does not end in its first \(PictureHeader.textLimit) bytes")
            : .truncated(.svg)
    }
}
