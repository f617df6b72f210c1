import Testing

/// Reads an XML document by the grammar of XML 1.0 as far as a well-formed document without a document type needs it.
///
/// It is strict where a parser has to be: every tag is closed in order, no attribute comes twice, a value has no `<`, a text no
/// `]]>`, every reference is one of the five names or of a character that XML allows, and so is every character.
struct SVGReading {
    struct Element: Equatable {
        var name: String
        var attributes: [String: String] = [:]
        var depth: Int
        /// The text that is directly in it.
        var text = ""
    }

    struct Fault: Error {
        var reason: String
        var near: String
    }

    private(set) var elements: [Element] = []
    private var rest: Substring
    private var open: [Int] = []

    /// Reads a whole document.
    init(_ text: String) throws {
        rest = text[...]
        try require(rest.unicodeScalars.allSatisfy(Self.isAllowed), "a character that XML does not allow")
        if rest.hasPrefix("<?xml ") {
            let head = try end(of: "?>")
            rest = rest[head...]
        }
        try run()
        try require(open.isEmpty, "an element is not closed")
        try require(!elements.isEmpty, "there is no element")
    }

    func named(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    private mutating func run() throws {
        while !rest.isEmpty {
            if rest.hasPrefix("</") {
                rest = rest.dropFirst(2)
                let name = try name()
                guard let last = open.popLast() else { throw Fault(reason: "\(name) was not open", near: name) }
                try require(elements[last].name == name, "\(elements[last].name) is closed by \(name)")
                skipSpace()
                try take(">")
            } else if rest.hasPrefix("<") {
                rest = rest.dropFirst()
                try element()
            } else {
                let end = rest.firstIndex(of: "<") ?? rest.endIndex
                let text = try Self.value(rest[..<end])
                try require(!rest[..<end].contains("]]>"), "]]> in a text")
                if let last = open.last {
                    elements[last].text += text
                } else {
                    try require(text.allSatisfy(\.isWhitespace), "text outside of the document's element")
                }
                rest = rest[end...]
            }
        }
    }

    private mutating func element() throws {
        try require(!open.isEmpty || elements.isEmpty, "a second element at the top")
        var element = Element(name: try name(), depth: open.count)
        while true {
            let before = rest.startIndex
            skipSpace()
            if rest.hasPrefix("/>") {
                rest = rest.dropFirst(2)
                elements.append(element)
                return
            }
            if rest.hasPrefix(">") {
                rest = rest.dropFirst()
                open.append(elements.count)
                elements.append(element)
                return
            }
            try require(rest.startIndex > before, "no space before an attribute")
            let name = try name()
            try take("=\"")
            let end = try #require(rest.firstIndex(of: "\""), "a value without an end")
            try require(!rest[..<end].contains("<"), "< in a value")
            try require(element.attributes[name] == nil, "\(name) comes twice")
            element.attributes[name] = try Self.value(rest[..<end])
            rest = rest[rest.index(after: end)...]
        }
    }

    private mutating func name() throws -> String {
        let name = rest.prefix { $0.isLetter || $0.isNumber || "-_:.".contains($0) }
        try require(name.first?.isLetter == true, "a name is missing")
        rest = rest[name.endIndex...]
        return String(name)
    }

    /// A text with its references resolved.
    private static func value(_ raw: Substring) throws -> String {
        var value = String.UnicodeScalarView()
        var scalars = raw.unicodeScalars
        let names: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        while let scalar = scalars.popFirst() {
            guard scalar == "&" else {
                value.append(scalar)
                continue
            }
            let name = String(scalars.prefix { $0 != ";" })
            scalars = scalars.dropFirst(name.unicodeScalars.count + 1)
            let number = name.hasPrefix("#") ? UInt32(name.dropFirst()).flatMap { Unicode.Scalar($0) } : nil
            guard let meant = names[name] ?? number, isAllowed(meant) else {
                throw Fault(reason: "the reference \(name)", near: String(raw.prefix(60)))
            }
            value.append(meant)
        }
        return String(value)
    }

    /// Production 2 of XML 1.0.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    private mutating func skipSpace() { rest = rest.drop { $0.isWhitespace } }

    private mutating func take(_ sign: String) throws {
        try require(rest.hasPrefix(sign), "\(sign) is missing")
        rest = rest.dropFirst(sign.count)
    }

    private func end(of sign: String) throws -> String.Index {
        var place = rest.startIndex
        while place < rest.endIndex {
            if rest[place...].hasPrefix(sign) { return rest.index(place, offsetBy: sign.count) }
            place = rest.index(after: place)
        }
        throw Fault(reason: "\(sign) is missing", near: String(rest.prefix(60)))
    }

    private func require(_ condition: Bool, _ reason: String) throws {
        guard condition else { throw Fault(reason: reason, near: String(rest.prefix(60))) }
    }
}
