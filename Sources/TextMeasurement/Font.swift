import CHarfBuzz
import Glibc

/// A font file, opened once for every size: outlines are not hinted, so that all its measures grow with the size.
///
/// The file is mapped into memory, not read (hb_blob_create_from_file_or_fail), so that a Chinese font of 20 MB costs
/// the few pages that titles touch. It has to be replaced as package managers do it, by a new file under the same name;
/// a file that is cut short in place while it is mapped ends the process with SIGBUS, see mmap(2).
///
/// A variable font is measured as its default instance. A font of bitmaps (colour emoji) is measured but has no
/// outlines to draw.
package final class Font: Sendable {
    /// The largest file that is opened: 256 MiB.
    package static let sizeLimit = 256 << 20

    /// The path of the file.
    package let path: String
    /// The place of the font in a collection (`.ttc`); 0 in a file of one font.
    package let index: Int
    /// Font units in the em, the square that the size in points is the height of: 16 to 16,384.
    package let unitsPerEm: Int
    /// How far letters reach above the baseline, in font units (hb_font_get_h_extents).
    package let ascent: Int
    /// How far letters reach below the baseline, in font units, as a positive number.
    package let descent: Int

    let library: HarfBuzz
    /// Whether the font has every character from space to tilde.
    let coversASCII: Bool

    /// The hb_font_t.
    ///
    /// It may be used by all threads at once: it is made immutable below, nothing changes it later, and HarfBuzz loads
    /// the tables behind an immutable font with atomic operations and counts references the same way.
    nonisolated(unsafe) let handle: OpaquePointer

    /// Opens a font file.
    ///
    /// - Parameters:
    ///   - path: A TrueType or OpenType file or collection; a regular file of 1 byte to ``sizeLimit``.
    ///   - index: Which font of a collection: 0 is the first.
    /// - Throws: `FontError` for a file that cannot be read or that has nothing to measure with, and where HarfBuzz cannot
    ///   be loaded.
    package convenience init(path: String, index: Int = 0) throws(FontError) {
        try Self.checkFile(path)
        let library = try HarfBuzz.loaded()
        guard let blob = library.calls.hb_blob_create_from_file_or_fail(path) else {
            throw FontError(file: path, reason: "it cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { library.calls.hb_blob_destroy(blob) }
        try self.init(blob: blob, path: path, index: index, library: library)
    }

    /// Opens a font that is in memory; the bytes are copied.
    convenience init(bytes: [UInt8], name: String, index: Int = 0) throws(FontError) {
        guard bytes.count <= Self.sizeLimit else {
            throw FontError(file: name, reason: "it has more than \(Self.sizeLimit) bytes")
        }
        let library = try HarfBuzz.loaded()
        let blob = bytes.withUnsafeBytes { bytes in
            library.calls.hb_blob_create_or_fail(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                UInt32(bytes.count),
                HB_MEMORY_MODE_DUPLICATE,
                nil,
                nil
            )
        }
        guard let blob else {
            throw FontError(file: name, reason: "it is empty")
        }
        defer { library.calls.hb_blob_destroy(blob) }
        try self.init(blob: blob, path: name, index: index, library: library)
    }

    /// Opens a font in a blob, which stays the caller's.
    private init(blob: OpaquePointer, path: String, index: Int, library: HarfBuzz) throws(FontError) {
        let count = Int(library.calls.hb_face_count(blob))
        guard count > 0 else {
            throw FontError(file: path, reason: "it is not a font")
        }
        guard index >= 0, index < count else {
            throw FontError(file: path, reason: "it has no font number \(index), only 0 to \(count - 1)")
        }
        let face = library.calls.hb_face_create(blob, UInt32(index))
        defer { library.calls.hb_face_destroy(face) }
        if let reason = Self.fault(in: face, by: library) {
            throw FontError(file: path, reason: reason)
        }
        guard let font = library.calls.hb_font_create(face) else {
            throw FontError(file: path, reason: "there is not enough memory")
        }
        library.calls.hb_ot_font_set_funcs(font)
        // One unit of HarfBuzz is one font unit, so that its whole numbers are exact.
        let units = Int32(clamping: library.calls.hb_face_get_upem(face))
        library.calls.hb_font_set_scale(font, units, units)
        library.calls.hb_font_make_immutable(font)
        var extents = hb_font_extents_t()
        let height =
            library.calls.hb_font_get_h_extents(font, &extents) != 0
            ? Int(extents.ascender) - Int(extents.descender) : 0
        guard height > 0, extents.ascender >= 0, extents.descender <= 0, units > 0 else {
            library.calls.hb_font_destroy(font)
            throw FontError(file: path, reason: "it does not say how high its lines are (tables hhea and OS/2)")
        }
        self.library = library
        self.path = path
        self.index = index
        unitsPerEm = Int(units)
        ascent = Int(extents.ascender)
        descent = -Int(extents.descender)
        var glyph: hb_codepoint_t = 0
        coversASCII = (0x20..<0x7F).allSatisfy { library.calls.hb_font_get_nominal_glyph(font, $0, &glyph) != 0 }
        handle = font
    }

    deinit {
        library.calls.hb_font_destroy(handle)
    }

    /// The glyph that the font shows a character with before any shaping, or nil: hb_font_get_nominal_glyph.
    func nominalGlyph(for scalar: UInt32) -> UInt32? {
        var glyph: hb_codepoint_t = 0
        return library.calls.hb_font_get_nominal_glyph(handle, scalar, &glyph) != 0 ? glyph : nil
    }

    /// Refuses what would block, have no end, or is no file at all: stat(2).
    private static func checkFile(_ path: String) throws(FontError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw FontError(file: path, reason: "its path is empty or has a NUL character")
        }
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw FontError(file: path, reason: "it cannot be read: \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FontError(file: path, reason: "it is not a regular file")
        }
        guard status.st_size > 0 else {
            throw FontError(file: path, reason: "it is empty")
        }
        guard status.st_size <= sizeLimit else {
            throw FontError(file: path, reason: "it has \(status.st_size) bytes; at most \(sizeLimit) are allowed")
        }
    }

    /// What keeps titles from being measured with a face, or nil.
    ///
    /// HarfBuzz checks every table and replaces a broken one with an empty one, which measures everything as nothing.
    private static func fault(in face: OpaquePointer?, by library: HarfBuzz) -> String? {
        guard library.calls.hb_face_get_glyph_count(face) > 0 else {
            return "it has no glyphs"
        }
        // The four tables without which no character has a width (OpenType, "Required tables").
        let required: [(name: String, bytes: [UInt8])] = ["head", "hhea", "hmtx", "cmap"].map { ($0, Array($0.utf8)) }
        for (name, bytes) in required {
            let tag = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let table = library.calls.hb_face_reference_table(face, tag)
            defer { library.calls.hb_blob_destroy(table) }
            if library.calls.hb_blob_get_length(table) == 0 {
                return "its table \(name) is missing or broken"
            }
        }
        return nil
    }
}
