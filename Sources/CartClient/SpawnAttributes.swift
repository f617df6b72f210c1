import Glibc

/// `posix_spawnattr_t` with every signal at its default and none blocked.
struct SpawnAttributes: ~Copyable {
    private let attributes = UnsafeMutablePointer<posix_spawnattr_t>.allocate(capacity: 1)

    init() {
        attributes.initialize(to: posix_spawnattr_t())
        posix_spawnattr_init(attributes)
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(attributes, &signals)
        posix_spawnattr_setflags(attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    }

    deinit {
        posix_spawnattr_destroy(attributes)
        attributes.deallocate()
    }

    borrowing func withPointer<R>(_ body: (UnsafePointer<posix_spawnattr_t>) -> R) -> R { body(attributes) }
}

/// Calls `body` with a null-terminated array of C strings.
func withCStrings<R>(_ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R) -> R {
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() {
        pointers[index] = strdup(string)
    }
    pointers[strings.count] = nil
    defer {
        for index in strings.indices { free(pointers[index]) }
        pointers.deallocate()
    }
    return body(pointers)
}
