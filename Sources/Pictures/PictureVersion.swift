import Glibc

/// Which file a picture is and how it was last changed; what was read of an equal, settled one still holds.
package struct PictureVersion: Hashable, Sendable {
    /// The name that was found, with its ending.
    package let name: String
    private let device: dev_t
    private let file: ino_t
    private let size: off_t
    private let seconds: Int
    private let nanoseconds: Int

    /// Takes what stat(2) says of a file.
    init(name: String, _ status: stat) {
        self.name = name
        device = status.st_dev
        file = status.st_ino
        size = status.st_size
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }

    /// Whether another change from now on would show as another version: clock_gettime(2).
    ///
    /// File systems count time in steps, of 2 seconds at worst (FAT); a file that is written twice in one step looks the
    /// same after the second time.
    package var isSettled: Bool {
        var now = timespec()
        return clock_gettime(CLOCK_REALTIME, &now) == 0 && now.tv_sec &- seconds > 2
    }
}
