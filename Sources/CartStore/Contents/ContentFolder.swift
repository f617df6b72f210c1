import CartModel
import Glibc

/// The folder with the products of large catalogs, a file for each.
///
/// A file is written once, whole and on disk before any row of the database names it, and never changed; a commit that
/// is as small as any other puts it in the place of the one before. So an import of a million products costs the
/// database one row, and nothing of it is done on the thread that answers. Files that no row names are left over from
/// an import that did not come to its end, and are removed.
///
/// Every function may be called on any thread.
package final class ContentFolder: Sendable {
    /// The folder; it is made with the first file.
    let path: String
    private let stateDirectory: String

    init(stateDirectory: String) {
        self.stateDirectory = stateDirectory
        path = stateDirectory + "/catalogs"
    }

    /// The file of a number.
    func file(_ number: Int64) -> String {
        let digits = String(number, radix: 16)
        return "\(path)/\(String(repeating: "0", count: max(0, 16 - digits.utf8.count)))\(digits)\(Self.ending)"
    }

    private static let ending = ".products"

    /// A number that no file has: positive and random, so that nobody has to keep count over a restart.
    static func newNumber() -> Int64 { Int64.random(in: 1...Int64.max) }

    /// The numbers of all files; none where there is no folder.
    func numbers() -> [Int64] {
        guard let folder = opendir(path) else {
            return []
        }
        defer { closedir(folder) }
        var numbers: [Int64] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // Only what has exactly the name of a file of ours.
            guard name.hasSuffix(Self.ending), let number = Int64(name.dropLast(Self.ending.count), radix: 16),
                file(number) == "\(path)/\(name)"
            else {
                continue
            }
            numbers.append(number)
        }
        return numbers
    }

    /// Makes the folder, durably, unless it is there: mkdir(2).
    ///
    /// - Throws: `storageFailure`, also where the state directory is gone: a new one would stand in its way back.
    func make() throws(CartError) {
        guard access(stateDirectory, F_OK) == 0 else {
            throw .storage(stateDirectory, systemError: errno, doing: "using")
        }
        try StateDirectory.make(path)
    }

    /// Puts the folder's list of names on disk.
    func synchronize() throws(CartError) {
        try StateDirectory.synchronize(path)
    }

    /// Removes a file: unlink(2).
    ///
    /// One that cannot be removed is tried again at the next start.
    func remove(_ number: Int64) {
        unlink(file(number))
    }
}
