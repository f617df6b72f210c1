import Glibc

/// Memory that was freed and that the allocator keeps.
enum FreedMemory {
    private typealias Trim = @convention(c) @Sendable (Int) -> Int32

    /// Nil with a C library that has no such thing.
    private static let trim: Trim? = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: Trim.self) }

    /// Gives it back to the system: malloc_trim(3), which Swift's Glibc module does not have.
    ///
    /// Some milliseconds; for after a large piece of work that is not done often.
    static func giveBack() {
        _ = trim?(0)
    }
}
