import Glibc

/// The programs that were built together with the tests.
enum Executables {
    static let cartd = folder + "/cartd"
    static let cartctl = folder + "/cartctl"

    /// The folder of the running test program, which is where the package manager puts all products.
    static let folder: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }()
}
