package import CartModel

extension CartError.Code {
    /// A file that the command line names cannot be used; it never leaves the tool.
    package static let unusableFile = Self(rawValue: "unusableFile")
    /// More is to be drawn than a picture should have; it never leaves the tool.
    package static let pictureTooLarge = Self(rawValue: "pictureTooLarge")
}

extension CartError {
    /// A file that cannot be used.
    static func unusableFile(_ path: String, _ message: String) -> CartError {
        CartError(.unusableFile, message, details: ["file": .string(path)])
    }
}
