/// The kinds of pictures whose size is known.
package enum PictureFormat: String, Hashable, Sendable, CaseIterable {
    /// Scalable Vector Graphics (W3C SVG 1.1 and 2), not compressed.
    case svg
    /// Portable Network Graphics (ISO/IEC 15948).
    case png
    /// JPEG (ITU-T T.81), baseline, progressive and lossless.
    case jpeg
    /// WebP (RFC 9649): VP8, VP8L and VP8X.
    case webp
    /// Graphics Interchange Format 87a and 89a.
    case gif

    /// The endings of file names, without the dot, in the order in which they are tried.
    package var fileExtensions: [String] {
        self == .jpeg ? ["jpg", "jpeg"] : [rawValue]
    }

    /// The media type (RFC 6838), as a `data:` URL says it.
    package var mediaType: String {
        self == .svg ? "image/svg+xml" : "image/\(rawValue)"
    }
}
