import Glibc
import TestSupport

extension TemporaryFolder {
    /// The path of something in the folder.
    func callAsFunction(_ name: String) -> String { file(name) }
}

/// The names in a folder.
func names(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else {
        throw Failure("opendir \(folder): errno \(errno)")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}
