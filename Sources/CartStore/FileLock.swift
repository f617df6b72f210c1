import CartModel
import Glibc

/// An exclusive lock on a file that ends with its owner, however that ends: flock(2).
struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock, creating the file with mode 0600 where there is none.
    ///
    /// - Parameters:
    ///   - path: The file that is locked; its content means nothing.
    ///   - directory: What the lock stands for, for the message.
    ///   - wait: Milliseconds to wait for an owner that is about to end.
    /// - Throws: `storageFailure`.
    init(path: String, directory: String, wait: Int64) throws(CartError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .storage(path, systemError: errno, doing: "opening")
        }
        var waited: Int64 = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let reason = errno
            if reason == EINTR {
                continue
            }
            guard reason == EWOULDBLOCK, waited < wait else {
                close(descriptor)
                guard reason == EWOULDBLOCK else {
                    throw .storage(path, systemError: reason, doing: "locking")
                }
                throw CartError(
                    .storageFailure,
                    "another cartd has the state directory \(directory) open; stop it, or choose another directory",
                    details: ["file": .string(path)]
                )
            }
            // flock has no timeout; an owner that ends does so within milliseconds.
            usleep(1000)
            waited += 1
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}
