import Glibc

extension StreamSocket {
    /// Connects to a listening socket: connect(2).
    ///
    /// A Unix connect is done at once unless the listener's backlog is full; then it waits for room, at most
    /// until the deadline. The wait is left to the kernel (`SO_SNDTIMEO`, socket(7)), which wakes it at the
    /// moment somebody is accepted: a nonblocking connect would answer `EAGAIN` and offer nothing to poll for.
    ///
    /// - Throws: `ENOENT` with no such file, `ECONNREFUSED` when nobody listens, `EACCES` without write
    ///   permission on it, `ETIMEDOUT` at the deadline.
    package static func connect(
        to address: UnixAddress,
        until deadline: Deadline = .never
    ) throws(SystemError) -> StreamSocket {
        let descriptor = try unconnected()
        while true {
            try limitSending(of: descriptor, to: deadline)
            let status = address.withSocketAddress { Glibc.connect(descriptor.rawValue, $0, $1) }
            if status == 0 { break }
            let code = errno
            switch code {
            case EINTR: continue
            case EAGAIN where deadline.hasPassed:
                throw SystemError(
                    code: ETIMEDOUT,
                    operation: "connect",
                    context: address.path,
                    advice: "its queue of waiting connections stayed full; the service is overloaded or stopped"
                )
            case EAGAIN: continue
            default: throw SystemError(code: code, operation: "connect", context: address.path)
            }
        }
        try descriptor.setNonblocking(true)
        try limitSending(of: descriptor, to: .never)
        return StreamSocket(descriptor)
    }

    /// Bounds how long a blocking call on the socket may wait to send: setsockopt(2), `SO_SNDTIMEO`.
    private static func limitSending(
        of descriptor: borrowing OwnedDescriptor,
        to deadline: Deadline
    ) throws(SystemError) {
        var limit = timeval()
        if let remaining = deadline.remainingNanoseconds {
            // A zero would mean no limit at all; a deadline that has passed still gets one attempt.
            let microseconds = max(remaining / 1000, 1)
            limit.tv_sec = Int(clamping: microseconds / 1_000_000)
            limit.tv_usec = Int(clamping: microseconds % 1_000_000)
        }
        let size = socklen_t(MemoryLayout<timeval>.size)
        guard setsockopt(descriptor.rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, size) == 0 else {
            throw .last("setsockopt", "SO_SNDTIMEO \(descriptor.rawValue)")
        }
    }
}
