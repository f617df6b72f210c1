import CartModel

extension XMLPropertyListGuard {
    /// The text is UTF-8 throughout.
    mutating func checkEncoding() throws(FileRefusal) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            position = error.byteOffsets.lowerBound
            throw refusal("the file is not valid UTF-8")
        }
    }

    /// The XML declaration, which may only be the first of the file, and names UTF-8 if it names an encoding: the
    /// decoder would decode another one first.
    ///
    /// It has a version, an encoding and whether it stands alone, in this order (XML 1.0, section 2.8); what a decoder would
    /// take for another encoding is in none of them.
    mutating func checkDeclaration() throws(FileRefusal) {
        guard skip("<?xml") else {
            return
        }
        var names = ["version", "encoding", "standalone"][...]
        while true {
            let hadSpace = skipSpace()
            if skip("?>") {
                return
            }
            guard hadSpace else {
                throw refusal("the XML declaration is malformed")
            }
            let (name, value) = try takeAttribute()
            guard let place = names.firstIndex(of: name) else {
                throw refusal("the XML declaration is malformed")
            }
            names = names[(place + 1)...]
            switch name {
            case "version":
                guard value.hasPrefix("1."), value.utf8.dropFirst(2).allSatisfy({ 0x30...0x39 ~= $0 }) else {
                    throw refusal("the file's version of XML is \(value.excerpt(bytes: 32)); save it as 1.0")
                }
            case "encoding":
                guard value.lowercased() == "utf-8" else {
                    throw refusal("the file's encoding is \(value.excerpt(bytes: 32)); save it as UTF-8")
                }
            default:
                guard value == "yes" || value == "no" else {
                    throw refusal("the XML declaration is malformed")
                }
            }
        }
    }

    /// `<?name ...?>`.
    mutating func checkInstruction() throws(FileRefusal) {
        position += 2
        let name = takeName()
        guard !name.isEmpty else {
            throw refusal("a processing instruction has no name")
        }
        guard name.lowercased() != "xml" else {
            throw refusal("the XML declaration is not at the beginning of the file")
        }
        try skip(past: "?>", of: "a processing instruction")
    }

    /// `<!-- ... -->`, in which two hyphens are the end (XML 1.0, section 2.5).
    mutating func checkComment() throws(FileRefusal) {
        guard skip("<!--") else {
            throw refusal("<! begins no comment, or a DOCTYPE that does not belong there")
        }
        try skip(past: "--", of: "a comment")
        guard skip(">") else {
            throw refusal("there are two hyphens in a comment")
        }
    }

    /// `<!DOCTYPE plist PUBLIC "..." "...">`, without declarations of its own.
    mutating func checkDocumentType() throws(FileRefusal) {
        let start = position
        position += 2
        skip { ![UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "[")].contains($0) }
        // The decoder ends it at the first of these, in quotes or not.
        let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")].map { quote in
            bytes[start..<position].count { $0 == quote }
        }
        guard quotes.allSatisfy({ $0.isMultiple(of: 2) }), skip(">") else {
            throw refusal("the DOCTYPE has declarations of its own, or does not end")
        }
    }

    /// `&lt;`, `&#10;`, `&#xA;`: the five names of XML 1.0 (section 4.6) and numbers of characters.
    mutating func checkReference() throws(FileRefusal) {
        let start = position
        // The longest is a number of eight digits, as the decoder has it.
        let reference = bytes[start...].dropFirst().prefix(10).prefix { $0 != UInt8(ascii: ";") }
        position = reference.endIndex
        guard skip(";") else {
            position = start
            throw refusal("an & begins no reference; write &amp;")
        }
        guard reference.first == UInt8(ascii: "#") else {
            guard ["lt", "gt", "amp", "apos", "quot"].contains(where: { reference.elementsEqual($0.utf8) }) else {
                throw refusal("there is an unknown reference; write &amp; for an &")
            }
            return
        }
        let isHexadecimal = reference.dropFirst().first == UInt8(ascii: "x")
        let digits = String(decoding: reference.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
        // A sign is none of the digits, though a number in Swift may have one.
        guard digits.utf8.allSatisfy({ $0.isHexadecimalDigit }),
            let value = UInt32(digits, radix: isHexadecimal ? 16 : 10)
        else {
            throw refusal("there is an unknown reference; write &amp; for an &")
        }
        guard Unicode.Scalar(value) != nil else {
            let shown = String(decoding: reference, as: UTF8.self)
            let kind = (0xD800...0xDFFF).contains(value) ? "a surrogate, which is no character" : "no character"
            throw refusal("the reference &\(shown); is \(kind)")
        }
    }

    /// `name="value"`, the value of plain ASCII characters that are no markup.
    mutating func takeAttribute() throws(FileRefusal) -> (name: String, value: String) {
        let name = takeName()
        skipSpace()
        guard !name.isEmpty, skip("=") else {
            throw refusal("an attribute is malformed")
        }
        skipSpace()
        let quote: StaticString = byte(at: position) == UInt8(ascii: "'") ? "'" : "\""
        guard skip(quote) else {
            throw refusal("the attribute \(name) has no value in quotes")
        }
        let start = position
        skip { $0 >= 0x20 && $0 < 0x7F && !"<>&?'\"".utf8.contains($0) }
        let value = String(decoding: bytes[start..<position], as: UTF8.self)
        guard skip(quote) else {
            throw refusal("the attribute \(name) has a value that does not end, or is not plain ASCII")
        }
        return (name, value)
    }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
