import CGlibc
import Glibc

extension OwnedDescriptor {
    /// What tells one state of the open file from another: its device, number, size and time of the last change, each in
    /// eight bytes of this machine; empty where nothing is known of it.
    ///
    /// As the kernel has them from when the file was opened or last looked at, and so without a word with the server of a
    /// file system, which may be slow, or gone: statx(2) with `AT_STATX_DONT_SYNC`.
    package borrowing func fileStamp() -> [UInt8] {
        // AT_EMPTY_PATH | AT_STATX_DONT_SYNC, which Swift's Glibc module leaves out.
        let flags: Int32 = 0x1000 | 0x4000
        var facts = statx()
        guard statx(rawValue, "", flags, UInt32(STATX_BASIC_STATS), &facts) == 0 else {
            return []
        }
        let (major, minor) = (UInt64(facts.stx_dev_major), UInt64(facts.stx_dev_minor))
        // makedev(3)
        let device = (major & ~0xFFF) << 32 | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | minor & 0xFF
        let numbers = [
            device, facts.stx_ino, facts.stx_size, UInt64(bitPattern: facts.stx_mtime.tv_sec),
            UInt64(facts.stx_mtime.tv_nsec),
        ]
        return numbers.flatMap { number in withUnsafeBytes(of: number, Array.init) }
    }
}
