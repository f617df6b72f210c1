import Glibc

/// The flags of socket(2) as the integers that the calls take.
enum SocketFlags {
    static let stream = Int32(SOCK_STREAM.rawValue)
    static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
    static let nonblocking = Int32(SOCK_NONBLOCK.rawValue)
}
