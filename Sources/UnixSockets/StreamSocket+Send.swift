import Glibc

/// What one send took.
package enum SendResult: Hashable, Sendable {
    /// So many bytes, perhaps fewer than there were, were taken; the rest is to be sent later.
    case bytes(Int)
    /// Nothing was taken; wait until the socket is writable.
    case wouldBlock
}

extension StreamSocket {
    /// Sends once what fits: send(2) with `MSG_NOSIGNAL`.
    ///
    /// - Throws: `EPIPE` or `ECONNRESET` when the peer is gone; never a `SIGPIPE`.
    package borrowing func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> SendResult {
        guard !bytes.isEmpty else { return .bytes(0) }
        while true {
            let count = Glibc.send(descriptor.rawValue, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if let result = try Self.interpret(count, "send") { return result }
        }
    }

    /// Sends once what fits, with descriptors for the peer: sendmsg(2), `SCM_RIGHTS`, unix(7).
    ///
    /// The peer gets its own copies; the caller keeps and closes the ones it has. When a part is sent, all
    /// descriptors went with it and the rest is to be sent without. On ``SendResult/wouldBlock`` none went.
    ///
    /// - Throws: `EINVAL` for no bytes (descriptors cannot travel alone) or more than 253 descriptors, `EBADF`
    ///   for one that is not open, `ETOOMANYREFS` when too many are on their way, and what `send` throws.
    package borrowing func send(
        _ bytes: UnsafeRawBufferPointer,
        descriptors: [Int32]
    ) throws(SystemError) -> SendResult {
        if descriptors.isEmpty { return try send(bytes) }
        guard !bytes.isEmpty else {
            throw SystemError(
                code: EINVAL,
                operation: "sendmsg",
                context: "descriptors without bytes",
                advice: "a stream carries descriptors only together with at least one byte"
            )
        }
        guard descriptors.count <= ControlMessages.maximumDescriptors else {
            throw SystemError(
                code: EINVAL,
                operation: "sendmsg",
                context: "\(descriptors.count) descriptors",
                advice: "one message carries at most \(ControlMessages.maximumDescriptors)"
            )
        }
        let room = ControlMessages.space(forDataLength: descriptors.count * MemoryLayout<Int32>.size)
        return try withUnsafeTemporaryAllocation(
            byteCount: room,
            alignment: MemoryLayout<cmsghdr>.alignment
        ) { control throws(SystemError) in
            guard
                let length = descriptors.withUnsafeBufferPointer({
                    ControlMessages.write(descriptors: $0, into: control)
                })
            else { throw SystemError(code: EMSGSIZE, operation: "sendmsg", context: "control buffer") }
            // sendmsg only reads through this pointer; the C structure is shared with recvmsg and so not const.
            var vector = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
            var message = msghdr()
            while true {
                let count = withUnsafeMutablePointer(to: &vector) { vector in
                    message.msg_iov = vector
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = length
                    return sendmsg(descriptor.rawValue, &message, Int32(MSG_NOSIGNAL))
                }
                if let result = try Self.interpret(count, "sendmsg") { return result }
            }
        }
    }

    /// Says what the return value of a send means; nil when it is to be repeated.
    ///
    /// Must follow the call at once when it failed, because it reads `errno`.
    private static func interpret(_ count: Int, _ operation: String) throws(SystemError) -> SendResult? {
        if count >= 0 { return .bytes(count) }
        switch errno {
        case EINTR: return nil
        case EAGAIN: return .wouldBlock
        default: throw .last(operation)
        }
    }
}
