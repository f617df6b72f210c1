import CartModel

/// An XML property list as a sequence of values.
///
/// ``XMLPropertyListGuard`` has found that it is well-formed and has only the elements that it may have; what remains to
/// be found wrong is what they are to one another: values without keys, and texts that are no numbers.
struct XMLPropertyListSource: CatalogSource {
    private var file: XMLPropertyListGuard
    /// The containers that have begun and not ended: whether one is a tag of its own, which has nothing in it.
    private var open: [Bool] = []
    private var hasBegun = false
    private var isInPropertyList = false

    /// Checks the file.
    init(_ bytes: [UInt8]) throws(FileRefusal) {
        file = try XMLPropertyListGuard(checking: bytes)
        file.position = 0
        _ = file.skip("\u{FEFF}")
    }

    mutating func begin(wanted: Bool) throws(FileRefusal) -> CatalogValue {
        if !hasBegun {
            hasBegun = true
            try skipBetween()
            if file.skip("<plist") {
                isInPropertyList = true
                file.skip { $0 != UInt8(ascii: ">") }
                _ = file.skip(">")
            }
        }
        try skipBetween()
        guard file.byte(at: file.position + 1) != UInt8(ascii: "/") else {
            throw file.refusal("a value is expected before the end tag")
        }
        let (element, isEmpty) = try startTag()
        switch element {
        case .array, .dict:
            open.append(isEmpty)
            return element == .array ? .array : .dictionary
        case .string:
            return .scalar(isEmpty ? .text("") : try string(wanted: wanted))
        case .integer:
            return .scalar(try integer(isEmpty ? "" : characters()))
        case .real:
            return .scalar(try real(isEmpty ? "" : characters()))
        case .date:
            return .scalar(try date(isEmpty ? "" : characters()))
        case .data:
            let text = try isEmpty ? "" : characters()
            guard text.utf8.allSatisfy({ $0.isBase64 }) else {
                throw file.refusal("<data> has something other than base 64 digits")
            }
            return .scalar(.data)
        case .true, .false:
            if !isEmpty { try endTag() }
            return .scalar(.boolean)
        case .key, .plist:
            throw file.refusal("<\(element)> stands where a value is expected")
        }
    }

    mutating func nextElement() throws(FileRefusal) -> Bool {
        guard let isEmpty = open.last else {
            return false
        }
        if !isEmpty {
            try skipBetween()
            guard file.starts(with: "</") else {
                return true
            }
            try endTag()
        }
        open.removeLast()
        return false
    }

    mutating func nextKey() throws(FileRefusal) -> CatalogKey?? {
        guard try nextElement() else {
            return nil
        }
        guard file.skip("<key") else {
            throw file.refusal("a <key> is expected in a <dict>")
        }
        file.skipSpace()
        _ = file.skip(">")
        let start = file.position
        file.skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
        let key: CatalogKey?
        if file.starts(with: "</") {
            key = file.bytes.withUnsafeBufferPointer { bytes in
                CatalogKey(UnsafeBufferPointer(rebasing: bytes[start..<file.position]))
            }
        } else {
            file.position = start
            key = try text().withUTF8Bytes { CatalogKey($0) }
        }
        try endTag()
        try skipBetween()
        guard !file.starts(with: "</") else {
            throw file.refusal("a value is missing behind a <key>")
        }
        return .some(key)
    }

    mutating func end() throws(FileRefusal) {
        try skipBetween()
        guard !isInPropertyList || file.starts(with: "</") else {
            throw file.refusal("there is a second value in the property list")
        }
    }

    // MARK: - Markup

    /// Goes past white space, comments, processing instructions and the document type.
    private mutating func skipBetween() throws(FileRefusal) {
        while true {
            file.skipSpace()
            if file.starts(with: "<!--") {
                try file.skip(past: "-->", of: "a comment")
            } else if file.starts(with: "<?") {
                try file.skip(past: "?>", of: "a processing instruction")
            } else if file.starts(with: "<!") {
                try file.skip(past: ">", of: "the DOCTYPE")
            } else {
                return
            }
        }
    }

    private mutating func startTag() throws(FileRefusal) -> (element: XMLPropertyListGuard.Element, isEmpty: Bool) {
        guard file.skip("<"), let element = XMLPropertyListGuard.Element(rawValue: file.takeName()) else {
            throw file.refusal("a value is expected")
        }
        file.skipSpace()
        let isEmpty = file.skip("/>")
        guard isEmpty || file.skip(">") else {
            throw file.refusal("the tag <\(element)> does not end")
        }
        return (element, isEmpty)
    }

    private mutating func endTag() throws(FileRefusal) {
        try file.skip(past: ">", of: "a tag")
    }

    // MARK: - Scalars

    private mutating func string(wanted: Bool) throws(FileRefusal) -> CatalogField {
        let start = file.position
        file.skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
        defer { try? endTag() }
        if file.starts(with: "</") {
            return wanted ? .text(decoded(start..<file.position)) : .other("text")
        }
        file.position = start
        return .text(try text())
    }

    /// The text up to the end tag, with references and CDATA sections in it.
    private mutating func text() throws(FileRefusal) -> String {
        var text: [UInt8] = []
        while file.position < file.bytes.count {
            let start = file.position
            file.skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
            text.append(contentsOf: file.bytes[start..<file.position])
            if file.skip("<![CDATA[") {
                let start = file.position
                try file.skip(past: "]]>", of: "a CDATA section")
                text.append(contentsOf: file.bytes[start..<file.position - 3])
            } else if file.skip("&") {
                let start = file.position
                file.skip { $0 != UInt8(ascii: ";") }
                text.append(contentsOf: try character(decoded(start..<file.position)).utf8)
                _ = file.skip(";")
            } else {
                break
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What a reference stands for.
    private func character(_ reference: String) throws(FileRefusal) -> String {
        switch reference {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "apos": return "'"
        case "quot": return "\""
        default:
            let number = reference.dropFirst()
            let value = number.first == "x" ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
            guard let scalar = value.flatMap(Unicode.Scalar.init) else {
                throw file.refusal("the reference &\(reference.excerpt(bytes: 16)); is no character")
            }
            return String(scalar)
        }
    }

    /// The characters up to the end tag, and past it.
    private mutating func characters() throws(FileRefusal) -> String {
        let start = file.position
        file.skip { $0 != UInt8(ascii: "<") }
        let text = decoded(start..<file.position)
        try endTag()
        return text
    }

    private func decoded(_ range: Range<Int>) -> String {
        file.bytes.withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
    }

    /// A whole number as a property list has it: decimal, or hexadecimal behind 0x, with or without a sign.
    private func integer(_ text: String) throws(FileRefusal) -> CatalogField {
        var digits = text.trimmed
        let isNegative = digits.first == "-"
        if isNegative || digits.first == "+" {
            digits = digits.dropFirst()
        }
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        if isHexadecimal {
            digits = digits.dropFirst(2)
        }
        let radix = isHexadecimal ? 16 : 10
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isDigit(radix: radix) }) else {
            throw file.refusal("<integer> has no whole number, but \(text.excerpt(bytes: 32))")
        }
        guard let value = UInt64(digits, radix: radix) else {
            return .tooLarge
        }
        guard isNegative else {
            return .integer(String(value))
        }
        return value <= UInt64(Int64.max) + 1 ? .integer(value == 0 ? "0" : "-\(value)") : .tooLarge
    }

    private func real(_ text: String) throws(FileRefusal) -> CatalogField {
        guard Double(text.trimmed) != nil else {
            throw file.refusal("<real> has no number, but \(text.excerpt(bytes: 32))")
        }
        return .real
    }

    /// `2020-01-01T00:00:00Z`.
    private func date(_ text: String) throws(FileRefusal) -> CatalogField {
        let form = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
        let date = Array(text.trimmed.utf8)
        guard date.count == form.count,
            zip(date, form).allSatisfy({ $1 == UInt8(ascii: "d") ? $0.isDigit(radix: 10) : $0 == $1 })
        else {
            throw file.refusal("<date> has no date, but \(text.excerpt(bytes: 32))")
        }
        return .date
    }
}

extension UInt8 {
    fileprivate func isDigit(radix: Int) -> Bool {
        Character(Unicode.Scalar(self)).hexDigitValue.map { $0 < radix } ?? false
    }

    /// Whether it is one of base 64 (RFC 4648), or white space between.
    fileprivate var isBase64: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="),
            0x20, 0x09, 0x0A, 0x0D:
            true
        default: false
        }
    }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmed: Substring {
        var text = self[...]
        while text.unicodeScalars.first?.properties.isWhitespace == true { text.unicodeScalars.removeFirst() }
        while text.unicodeScalars.last?.properties.isWhitespace == true { text.unicodeScalars.removeLast() }
        return text
    }
}
