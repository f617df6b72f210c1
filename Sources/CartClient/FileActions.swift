import CGlibc
import Glibc

/// `posix_spawn_file_actions_t`.
struct FileActions: ~Copyable {
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

    /// `posix_spawn_file_actions_addclosefrom_np` of <spawn.h>.
    mutating func closeAll(from first: Int32) {
        posix_spawn_file_actions_addclosefrom_np(actions, first)
    }

    borrowing func withPointer<R>(_ body: (UnsafePointer<posix_spawn_file_actions_t>) -> R) -> R { body(actions) }
}
