/// What has to be known of an XML property list before it is decoded: the decoder goes down one call an element and
/// would overflow the stack, and it names no reason for a lone surrogate.
enum XMLPropertyListGuard {
    /// Elements in one another: a catalog has five.
    static let depthLimit = 64

    /// Checks the nesting, that the text is UTF-8, and that no character reference is a surrogate.
    static func check(_ bytes: [UInt8]) throws(FileRefusal) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw FileRefusal(reason: "the file is not valid UTF-8")
        }
        var scanner = Scanner(bytes: bytes)
        try scanner.scan()
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position = 0
        var depth = 0

        mutating func scan() throws(FileRefusal) {
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "<"): try scanMarkup()
                case UInt8(ascii: "&"): try scanReference()
                default: position += 1
                }
            }
        }

        private mutating func scanMarkup() throws(FileRefusal) {
            if starts(with: "<!--") {
                skip(past: "-->")
            } else if starts(with: "<![CDATA[") {
                skip(past: "]]>")
            } else if starts(with: "<?") {
                skip(past: "?>")
            } else if starts(with: "<!") {
                skip(past: ">")
            } else if starts(with: "</") {
                depth -= 1
                skip(past: ">")
            } else {
                skip(past: ">")
                guard position < 2 || bytes[position - 2] != UInt8(ascii: "/") else {
                    return
                }
                depth += 1
                guard depth <= depthLimit else {
                    throw FileRefusal(reason: "line \(line): elements are nested more than \(depthLimit) deep")
                }
            }
        }

        /// `&#xD800;` and its like name no character (XML 1.0, section 2.2).
        private mutating func scanReference() throws(FileRefusal) {
            guard starts(with: "&#") else {
                position += 1
                return
            }
            let start = position
            position += 2
            let isHexadecimal = position < bytes.count && bytes[position] == UInt8(ascii: "x")
            position += isHexadecimal ? 1 : 0
            let digits = bytes[position...].prefix(16).prefix { $0 != UInt8(ascii: ";") }
            position += digits.count
            let text = String(decoding: digits, as: UTF8.self)
            guard let value = UInt32(text, radix: isHexadecimal ? 16 : 10), (0xD800...0xDFFF).contains(value) else {
                return
            }
            let reference = String(decoding: bytes[start..<position], as: UTF8.self)
            throw FileRefusal(reason: "line \(line): the reference \(reference); is a surrogate, which is no character")
        }

        private func starts(with text: StaticString) -> Bool {
            let rest = bytes.count - position
            return text.withUTF8Buffer { text in
                rest >= text.count && text.indices.allSatisfy { bytes[position + $0] == text[$0] }
            }
        }

        /// Goes on behind the next occurrence of a text, or to the end.
        private mutating func skip(past text: StaticString) {
            while position < bytes.count {
                if starts(with: text) {
                    position += text.utf8CodeUnitCount
                    return
                }
                position += 1
            }
        }

        /// The line of the position, from 1.
        private var line: Int {
            bytes[..<position].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        }
    }
}
