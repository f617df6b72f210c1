/// A picture that cannot be used.
///
/// It costs that picture, nothing else.
package struct PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; a reader keeps those that it does not know.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        package let rawValue: String

        /// Makes a code from its name.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name leads nowhere inside the folder, or might lead out of it.
        package static let invalidName = Code(rawValue: "invalidName")
        /// There is no such file.
        package static let notFound = Code(rawValue: "notFound")
        /// There is something of the name, but no regular file.
        package static let notAFile = Code(rawValue: "notAFile")
        /// The system does not let the file be read.
        package static let unreadable = Code(rawValue: "unreadable")
        /// The file is of none of the formats of ``PictureFormat``.
        package static let unknownFormat = Code(rawValue: "unknownFormat")
        /// The file ends before its size is said.
        package static let truncated = Code(rawValue: "truncated")
        /// The file says something that its format does not allow.
        package static let malformed = Code(rawValue: "malformed")
        /// The file has more bytes than whoever asked for them allows.
        package static let tooLarge = Code(rawValue: "tooLarge")
        /// The picture has a width or height of 0, or no size at all.
        package static let noSize = Code(rawValue: "noSize")
    }

    /// What kind of fault it is.
    package var code: Code
    /// What is wrong, without the file's name: "the file ends in its header".
    package var reason: String
    /// The name of the picture as it was asked for; empty when only bytes or a descriptor are known.
    package var name: String

    /// Makes an error from its parts.
    package init(_ code: Code, _ reason: String, name: String = "") {
        self.code = code
        self.reason = reason
        self.name = name
    }

    /// The picture and what is wrong with it, in one sentence.
    package var message: String {
        name.isEmpty ? "the picture cannot be used: \(reason)" : "the picture \(name) cannot be used: \(reason)"
    }

    /// The same as `message`.
    package var description: String { message }

    static func notAFile(_ name: String) -> PictureError {
        PictureError(.notAFile, "it is not a regular file", name: name)
    }

    static func truncated(_ format: PictureFormat) -> PictureError {
        PictureError(.truncated, "the file ends in its \(format.rawValue) header")
    }

    static func malformed(_ format: PictureFormat, _ reason: String) -> PictureError {
        PictureError(.malformed, "it is no valid \(format.rawValue): \(reason)")
    }
}
