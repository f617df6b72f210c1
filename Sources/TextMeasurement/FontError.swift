/// A font file that titles cannot be measured with.
package struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file, as it was given.
    package var file: String
    /// What is wrong with it: "it is not a regular file".
    package var reason: String

    /// Makes an error from its parts.
    package init(file: String, reason: String) {
        self.file = file
        self.reason = reason
    }

    /// The file, what is wrong with it, and the way out, in one sentence.
    package var message: String {
        "the font \(file) cannot be used: \(reason); give the path of a TrueType or OpenType file"
    }

    /// The same as `message`.
    package var description: String { message }
}
