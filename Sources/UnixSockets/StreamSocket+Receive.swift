import Glibc

/// What one receive gave.
package enum ReceiveResult: Hashable, Sendable {
    /// So many bytes, at least one, are in the buffer.
    case bytes(Int)
    /// Nothing is there now.
    case wouldBlock
    /// The peer has sent all it will ever send.
    case endOfFile
}

extension StreamSocket {
    /// Reads once what is there, and descriptors sent along are closed by the kernel: recv(2).
    ///
    /// An empty buffer is refused with `EINVAL`, because its 0 could not be told from the end of file.
    package borrowing func receive(
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> ReceiveResult {
        guard !buffer.isEmpty else { throw SystemError(code: EINVAL, operation: "recv", context: "empty buffer") }
        while true {
            let count = recv(descriptor.rawValue, buffer.baseAddress, buffer.count, 0)
            if let result = try Self.interpret(count, "recv") { return result }
        }
    }

    /// Reads once what is there, with the descriptors sent along: recvmsg(2) with `MSG_CMSG_CLOEXEC`.
    ///
    /// One call gives the descriptors of at most one message of the peer, with that message's first bytes.
    package borrowing func receive(
        into buffer: UnsafeMutableRawBufferPointer,
        descriptors inbox: inout DescriptorInbox
    ) throws(SystemError) -> ReceiveResult {
        guard !buffer.isEmpty else { throw SystemError(code: EINVAL, operation: "recvmsg", context: "empty buffer") }
        // Room beside the descriptors for what a listening socket may make the kernel add: credentials, a security label.
        let room = ControlMessages.space(forDataLength: inbox.capacity * MemoryLayout<Int32>.size) + 192
        return try withUnsafeTemporaryAllocation(
            byteCount: room,
            alignment: MemoryLayout<cmsghdr>.alignment
        ) { control throws(SystemError) in
            var vector = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
            var message = msghdr()
            while true {
                let count = withUnsafeMutablePointer(to: &vector) { vector in
                    message.msg_iov = vector
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    return recvmsg(descriptor.rawValue, &message, Int32(MSG_CMSG_CLOEXEC))
                }
                if count > 0, message.msg_controllen > 0 {
                    let filled = min(Int(message.msg_controllen), control.count)
                    ControlMessages.forEachDescriptor(in: UnsafeRawBufferPointer(rebasing: control[..<filled])) {
                        inbox.accept($0)
                    }
                }
                if count > 0, message.msg_flags & Int32(MSG_CTRUNC) != 0 { inbox.noteTruncation() }
                if let result = try Self.interpret(count, "recvmsg") { return result }
            }
        }
    }

    /// Says what the return value of a receive means; nil when it is to be repeated.
    ///
    /// Must follow the call at once when it failed, because it reads `errno`.
    private static func interpret(_ count: Int, _ operation: String) throws(SystemError) -> ReceiveResult? {
        if count > 0 { return .bytes(count) }
        if count == 0 { return .endOfFile }
        switch errno {
        case EINTR: return nil
        case EAGAIN: return .wouldBlock
        default: throw .last(operation)
        }
    }
}
