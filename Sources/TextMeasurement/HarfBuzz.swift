import CHarfBuzz

/// The library HarfBuzz, loaded when it is first wanted: dlopen(3).
///
/// Every call of it goes through such a value, so nothing can be called that is not there. Linked, it would cost each
/// start of each program 1 ms and 2.6 MB.
struct HarfBuzz: Sendable {
    /// The name by which ld.so(8) finds the library.
    static let file = "libharfbuzz.so.0"

    /// The functions: written before anybody has this value, never changed or freed after.
    nonisolated(unsafe) private let table: UnsafePointer<HarfBuzzFunctions>
    /// The built-in tables of characters: immutable, for all threads (hb_unicode_funcs_get_default).
    nonisolated(unsafe) let unicodeFunctions: OpaquePointer?
    /// What takes down outlines: an hb_draw_funcs_t, immutable, without state, for all threads.
    nonisolated(unsafe) let drawFunctions: OpaquePointer?

    /// The functions under their own names.
    var calls: HarfBuzzFunctions {
        @inline(__always) _read { yield table.pointee }
    }

    /// The library, which the first call loads, on whatever thread.
    ///
    /// - Throws: `FontError` that names it; then so does every later call.
    static func loaded() throws(FontError) -> HarfBuzz { try shared.get() }

    private static let shared = Result { () throws(FontError) in try HarfBuzz(file: file) }

    /// Loads a library.
    ///
    /// - Parameter file: Its path, or a name for ld.so(8) to find.
    /// - Throws: `FontError` with the words of dlerror(3) where it, or a function in it, is missing.
    init(file: String) throws(FontError) {
        let functions = UnsafeMutablePointer<HarfBuzzFunctions>.allocate(capacity: 1)
        let size = 1024
        var reason = [CChar](repeating: 0, count: size)
        guard charfbuzz_load(file, functions, &reason, size) else {
            functions.deallocate()
            let words = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw FontError(library: file, reason: String(decoding: words, as: UTF8.self))
        }
        table = UnsafePointer(functions)
        unicodeFunctions = functions.pointee.hb_unicode_funcs_get_default()
        drawFunctions = Pen.drawFunctions(functions.pointee)
    }
}
