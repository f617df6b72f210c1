import Glibc

extension Font {
    /// Opens the font that a person names: `FILE`, or `FILE#N` for font N of a collection.
    ///
    /// A file whose own name ends like that is taken as it is.
    ///
    /// - Throws: `FontError`, as ``init(path:index:)``.
    package convenience init(named name: String) throws(FontError) {
        guard
            let sign = name.utf8.lastIndex(of: UInt8(ascii: "#")),
            let index = Int(name[name.utf8.index(after: sign)...]),
            access(name, F_OK) != 0
        else {
            try self.init(path: name)
            return
        }
        try self.init(path: String(name[..<sign]), index: index)
    }
}
