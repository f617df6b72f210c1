extension Journal {
    /// The name of a field: 1 to 64 of `A` to `Z`, `0` to `9` and `_`, the first a letter; systemd.journal-fields(7).
    ///
    /// A leading underscore marks fields that the journal itself vouches for, and it drops such a field from
    /// anybody else.
    public struct FieldName: Hashable, Sendable, CustomStringConvertible {
        let text: String

        /// Checks a name.
        ///
        /// - Throws: ``SystemdError/Code/invalidArgument`` with the name, which the journal would refuse.
        public init(_ text: String) throws(SystemdError) {
            guard Self.isValid(text) else {
                throw SystemdError(
                    code: .invalidArgument,
                    function: "sd_journal_sendv",
                    context: "field name \"\(text)\", 1 to 64 of A-Z, 0-9 and _, the first a letter"
                )
            }
            self.text = text
        }

        /// The name.
        public var description: String { text }

        private static func isValid(_ text: String) -> Bool {
            guard let first = text.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
                return false
            }
            return text.utf8.count <= 64
                && text.utf8.allSatisfy { byte in
                    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
                }
        }

        private init(known text: String) { self.text = text }

        /// What a person reads: `MESSAGE`.
        public static let message = FieldName(known: "MESSAGE")
        /// The level, `0` to `7`: `PRIORITY`.
        public static let priority = FieldName(known: "PRIORITY")
        /// The kind of message, an ``ID128``: `MESSAGE_ID`.
        public static let messageID = FieldName(known: "MESSAGE_ID")
        /// The program's name: `SYSLOG_IDENTIFIER`; the journal knows it by itself unless given.
        public static let syslogIdentifier = FieldName(known: "SYSLOG_IDENTIFIER")
        /// The `errno` behind the message: `ERRNO`.
        public static let errno = FieldName(known: "ERRNO")
        /// The source file: `CODE_FILE`.
        public static let codeFile = FieldName(known: "CODE_FILE")
        /// The line in it: `CODE_LINE`.
        public static let codeLine = FieldName(known: "CODE_LINE")
        /// The function: `CODE_FUNC`.
        public static let codeFunction = FieldName(known: "CODE_FUNC")
    }

    /// One field of a record: a name and any bytes, line feeds and zeros included.
    public struct Field: Hashable, Sendable {
        /// The name.
        public let name: FieldName
        /// The value.
        public let value: [UInt8]

        /// A field with a text.
        public init(_ name: FieldName, _ value: String) {
            self.init(name, bytes: Array(value.utf8))
        }

        /// A field with any bytes.
        public init(_ name: FieldName, bytes value: [UInt8]) {
            self.name = name
            self.value = value
        }

        /// Appends `NAME=value`, one element of the vector of sd_journal_sendv(3).
        func append(to bytes: inout [UInt8]) {
            bytes.append(contentsOf: name.text.utf8)
            bytes.append(UInt8(ascii: "="))
            bytes.append(contentsOf: value)
        }
    }
}
