import Glibc

/// The functions of glibc that its headers declare only under `_GNU_SOURCE`, which Swift's Glibc module is
/// built without.
///
/// They are looked up by name, once. Each has a substitute for a C library that lacks it.
enum GlibcExtensions {
    private typealias Accept4 =
        @convention(c) @Sendable (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32) ->
        Int32
    private typealias ErrorName = @convention(c) @Sendable (Int32) -> UnsafePointer<CChar>?

    private static let accept4Function: Accept4? = dlsym(nil, "accept4").map {
        unsafeBitCast($0, to: Accept4.self)
    }
    private static let errorNameFunction: ErrorName? = dlsym(nil, "strerrorname_np").map {
        unsafeBitCast($0, to: ErrorName.self)
    }

    /// accept4(2) with `SOCK_CLOEXEC | SOCK_NONBLOCK`: -1 and `errno` on failure.
    ///
    /// The two flags are set by the same call that makes the descriptor, so that no child started by another
    /// thread at this moment can inherit it. The substitute sets them right after.
    static func acceptNonblocking(_ listener: Int32) -> Int32 {
        if let accept4Function {
            return accept4Function(listener, nil, nil, SocketFlags.closeOnExec | SocketFlags.nonblocking)
        }
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return -1 }
        guard
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
            fcntl(descriptor, F_SETFL, O_RDWR | O_NONBLOCK) == 0
        else {
            let code = errno
            close(descriptor)
            errno = code
            return -1
        }
        return descriptor
    }

    /// strerrorname_np(3): the symbolic name of an `errno`, nil when there is none.
    static func errorName(_ code: Int32) -> String? {
        errorNameFunction?(code).map { String(cString: $0) }
    }
}

/// The flags of socket(2) as the integers that the calls take.
enum SocketFlags {
    static let stream = Int32(SOCK_STREAM.rawValue)
    static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
    static let nonblocking = Int32(SOCK_NONBLOCK.rawValue)
}
