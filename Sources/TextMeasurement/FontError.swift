/// A font file, or the library that reads it, that titles cannot be measured with.
package struct FontError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the font as it was given, or the name of the library.
    package var file: String
    /// What is wrong with it: "it is not a regular file".
    package var reason: String
    private let kind: Kind

    private enum Kind {
        case font, library
    }

    /// Makes an error of a font.
    package init(file: String, reason: String) {
        self.file = file
        self.reason = reason
        kind = .font
    }

    /// Makes an error of the library HarfBuzz.
    ///
    /// - Parameter reason: What dlerror(3) says.
    init(library: String, reason: String) {
        file = library
        self.reason = reason
        kind = .library
    }

    /// The file, what is wrong with it, and the way out, in one sentence.
    package var message: String {
        switch kind {
        case .font: "the font \(file) cannot be used: \(reason); give the path of a TrueType or OpenType file"
        case .library: "titles need \(file) to be measured: \(reason); install the Debian package libharfbuzz0b"
        }
    }

    /// The same as `message`.
    package var description: String { message }
}
