/// Checks, before anything is made of an XML property list, that it is one in the plain form that programs write.
///
/// It is strict: elements are matched by name with what ends them, and everything that is not well-formed (XML 1.0), that
/// the property list's DTD (PropertyList-1.0.dtd) does not have, or that is merely unusual, is refused with its line. Other
/// readers of property lists are lenient, each in its own way; what passes means the same to all of them.
struct XMLPropertyListGuard {
    /// Elements in one another: a catalog has five.
    static let depthLimit = 64

    /// Checks a file.
    init(checking bytes: [UInt8]) throws(FileRefusal) {
        self.bytes = bytes
        try checkEncoding()
        try checkDocument()
    }

    let bytes: [UInt8]
    var position = 0
    /// The elements that have begun and not ended; the innermost is the last.
    private var open: [Element] = []
    private var hasRoot = false
    private var hasDocumentType = false

    private mutating func checkDocument() throws(FileRefusal) {
        if skip("\u{FEFF}") || starts(with: "<?xml") {
            try checkDeclaration()
        }
        while position < bytes.count {
            switch open.last?.content {
            case .elements, nil: try checkElements()
            case .text: try checkText()
            case .characters: try checkCharacters()
            case .nothing: try checkEndTag()
            }
        }
        if let element = open.last {
            throw refusal("the file is cut short inside of <\(element)>")
        }
        guard hasRoot else {
            throw refusal("the file is cut short: there is no element")
        }
    }

    /// Elements, comments and processing instructions, with white space between them.
    private mutating func checkElements() throws(FileRefusal) {
        skipSpace()
        guard let byte = byte(at: position) else {
            return
        }
        guard byte == UInt8(ascii: "<") else {
            throw refusal(
                open.isEmpty ? "there is text outside of the property list" : "there is text between elements"
            )
        }
        switch self.byte(at: position + 1) {
        case UInt8(ascii: "?"):
            try checkInstruction()
        case UInt8(ascii: "/"):
            try checkEndTag()
        case UInt8(ascii: "!"):
            if starts(with: "<!DOCTYPE"), !hasRoot, !hasDocumentType {
                hasDocumentType = true
                try checkDocumentType()
            } else {
                try checkComment()
            }
        default:
            try checkStartTag()
        }
    }

    private mutating func checkStartTag() throws(FileRefusal) {
        guard !open.isEmpty || !hasRoot else {
            throw refusal("there is a second element after the property list")
        }
        position += 1
        let name = takeName()
        // The decoder takes a property list inside of another for the other's content.
        guard let element = Element(rawValue: name), element != .plist || open.isEmpty else {
            throw refusal("the element <\(name)> does not belong there")
        }
        while true {
            let hadSpace = skipSpace()
            if skip(">") {
                break
            }
            if skip("/>") {
                guard element != .key, element != .plist else {
                    throw refusal("<\(element)/> has no content")
                }
                hasRoot = true
                return
            }
            guard element == .plist, hadSpace else {
                throw refusal("the tag <\(element)> has attributes or does not end")
            }
            _ = try takeAttribute()
        }
        hasRoot = true
        guard open.count < Self.depthLimit else {
            throw refusal("elements are nested more than \(Self.depthLimit) deep")
        }
        open.append(element)
        if element.content == .text, starts(with: "$null") {
            throw refusal("<\(element)>$null stands for nothing in a property list, and not for a text")
        }
    }

    private mutating func checkEndTag() throws(FileRefusal) {
        guard skip("</") else {
            throw refusal("there is something other than </\(open.last?.rawValue ?? "")>")
        }
        let name = takeName()
        skipSpace()
        guard let element = open.last else {
            throw refusal("</\(name)> ends nothing")
        }
        guard name == element.rawValue, skip(">") else {
            throw refusal("</\(name)> stands where </\(element)> is expected")
        }
        open.removeLast()
    }

    /// Text with references and CDATA sections, up to the end tag.
    private mutating func checkText() throws(FileRefusal) {
        skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
        guard position < bytes.count else {
            return
        }
        if bytes[position] == UInt8(ascii: "&") {
            try checkReference()
        } else if skip("<![CDATA[") {
            try skip(past: "]]>", of: "a CDATA section")
        } else {
            try checkEndTag()
        }
    }

    /// Characters without any markup, up to the end tag.
    private mutating func checkCharacters() throws(FileRefusal) {
        skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
        if position < bytes.count {
            try checkEndTag()
        }
    }
}

extension XMLPropertyListGuard {
    /// The elements of PropertyList-1.0.dtd.
    enum Element: String, CustomStringConvertible {
        case plist, array, dict
        case key, string
        case data, date, real, integer
        case `true`, `false`

        var description: String { rawValue }

        /// What may stand in it.
        var content: Content {
            switch self {
            case .plist, .array, .dict: .elements
            case .key, .string: .text
            case .data, .date, .real, .integer: .characters
            case .true, .false: .nothing
            }
        }
    }

    enum Content {
        case elements, text, characters, nothing
    }
}
