import Glibc
import UnixSockets

/// `posix_spawn_file_actions_t`.
struct FileActions: ~Copyable {
    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    private let actions = UnsafeMutablePointer<posix_spawn_file_actions_t>.allocate(capacity: 1)

    init() {
        actions.initialize(to: posix_spawn_file_actions_t())
        posix_spawn_file_actions_init(actions)
    }

    deinit {
        posix_spawn_file_actions_destroy(actions)
        actions.deallocate()
    }

    /// posix_spawn_file_actions_adddup2(3); the copy is not close-on-exec even where both are one.
    mutating func duplicate(_ descriptor: Int32, to other: Int32) {
        posix_spawn_file_actions_adddup2(actions, descriptor, other)
    }

    /// posix_spawn_file_actions_addopen(3).
    mutating func open(_ descriptor: Int32, _ path: String, _ flags: Int32) {
        posix_spawn_file_actions_addopen(actions, descriptor, path, flags, 0o600)
    }

    /// `posix_spawn_file_actions_addclosefrom_np` (glibc 2.34), looked up by name: its declaration is not in Swift's module.
    mutating func closeAll(from first: Int32) throws(SystemError) {
        guard let function = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
            throw SystemError(
                code: ENOSYS,
                operation: "posix_spawn",
                context: "addclosefrom_np",
                advice: "glibc 2.34 or later is needed to start a daemon"
            )
        }
        _ = unsafeBitCast(function, to: CloseFrom.self)(actions, first)
    }

    borrowing func withPointer<R>(_ body: (UnsafePointer<posix_spawn_file_actions_t>) -> R) -> R { body(actions) }
}

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
