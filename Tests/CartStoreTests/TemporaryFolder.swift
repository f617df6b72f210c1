import Glibc

@testable import CartStore

/// A folder of its own for one test; it goes with its owner.
final class TemporaryFolder {
    let path: String

    init() throws {
        // What is tested is what reaches the files; in memory thousands of synchronizations cost nothing.
        for parent in ["/dev/shm", "/tmp"] {
            var template = Array("\(parent)/cartstore-XXXXXX".utf8CString)
            if mkdtemp(&template) != nil {
                path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
                return
            }
        }
        throw SystemError(number: errno)
    }

    deinit {
        Self.remove(path)
    }

    var database: String { path + "/cartd.sqlite" }

    /// The content of a file in the folder; nil where there is none.
    func bytes(of name: String) -> [UInt8]? {
        let descriptor = open(path + "/" + name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            return nil
        }
        defer { close(descriptor) }
        return try? CatalogImporter.read(descriptor: descriptor, limit: 1 << 30)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SystemError(number: errno)
        }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                throw SystemError(number: errno)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Opens a copy of all files as they are now: what the next start would find after kill -9 at this moment.
    func afterKill(_ body: (ModelStore) throws -> Void) throws {
        let copy = try TemporaryFolder()
        for name in ["cartd.sqlite", "cartd.sqlite-wal", "cartd.sqlite-journal"] {
            if let bytes = bytes(of: name) {
                try copy.write(bytes, to: name)
            }
        }
        for name in names(in: "catalogs") {
            if mkdir(copy.path + "/catalogs", 0o700) == 0 || errno == EEXIST, let bytes = bytes(of: "catalogs/" + name)
            {
                try copy.write(bytes, to: "catalogs/" + name)
            }
        }
        try body(try ModelStore(stateDirectory: copy.path))
        withExtendedLifetime(copy) {}
    }

    /// The names in a folder of this folder; none where there is no such.
    func names(in folder: String) -> [String] { Self.names(in: path + "/" + folder).sorted() }

    private static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else {
            return []
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
            )
        }
        return names.filter { $0 != "." && $0 != ".." }
    }

    private static func remove(_ path: String) {
        for name in names(in: path) {
            remove(path + "/" + name)
        }
        Glibc.remove(path)
    }
}

struct SystemError: Error {
    let number: Int32
}

/// SplitMix64 (Steele, Lea, Flood 2014): small, fast, and the same everywhere from a seed.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
