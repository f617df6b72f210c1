import Glibc
import Synchronization

/// Tells a process from the child that fork(2) makes of it, for no more than reading a number: pthread_atfork(3).
enum ForkCount {
    private static let count = Atomic<Int>(0)

    /// Whether the count rises; it does not only where there was no memory for that.
    private static let isCounting = pthread_atfork(nil, nil, { ForkCount.count.add(1, ordering: .relaxed) }) == 0

    /// How many forks lie between this process and the one that has asked first.
    static var current: Int {
        _ = isCounting
        return count.load(ordering: .relaxed)
    }
}
