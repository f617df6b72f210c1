import Glibc

/// The layout of ancillary data as cmsg(3) describes it, because its macros are not visible to Swift.
///
/// A control buffer is a sequence of messages. Each begins, aligned to the size of `size_t`, with a
/// `struct cmsghdr` {`size_t` length, `int` level, `int` type}, whose length counts the header and the data
/// but not the padding up to the next one.
package enum ControlMessages {
    /// `CMSG_ALIGN`: rounds up to the alignment of a header.
    static func aligned(_ length: Int) -> Int {
        let unit = MemoryLayout<Int>.size
        return (length + unit - 1) & ~(unit - 1)
    }

    /// The bytes in front of the data: `CMSG_LEN(0)`.
    package static let headerLength = aligned(MemoryLayout<cmsghdr>.size)

    /// The bytes that a message with so much data takes in a buffer: `CMSG_SPACE`.
    package static func space(forDataLength length: Int) -> Int {
        headerLength + aligned(length)
    }

    /// The most descriptors that one message carries: the kernel's `SCM_MAX_FD`, unix(7).
    package static let maximumDescriptors = 253

    /// Writes one `SCM_RIGHTS` message at the start of a buffer.
    ///
    /// - Returns: the length to send (`CMSG_SPACE`), nil when the buffer is too small for it.
    package static func write(
        descriptors: UnsafeBufferPointer<Int32>,
        into buffer: UnsafeMutableRawBufferPointer
    ) -> Int? {
        let dataLength = descriptors.count * MemoryLayout<Int32>.size
        let total = space(forDataLength: dataLength)
        guard buffer.count >= total else { return nil }
        var header = cmsghdr()
        header.cmsg_len = headerLength + dataLength
        header.cmsg_level = SOL_SOCKET
        header.cmsg_type = Int32(SCM_RIGHTS)
        // The padding goes to the kernel too and must not carry what the stack held before.
        UnsafeMutableRawBufferPointer(rebasing: buffer[..<total]).initializeMemory(as: UInt8.self, repeating: 0)
        buffer.storeBytes(of: header, as: cmsghdr.self)
        UnsafeMutableRawBufferPointer(rebasing: buffer[headerLength..<headerLength + dataLength])
            .copyMemory(from: UnsafeRawBufferPointer(descriptors))
        return total
    }

    /// Calls `body` with every descriptor in the `SCM_RIGHTS` messages of a received buffer.
    ///
    /// Stops at a header whose length does not fit, so a damaged buffer is not read beyond its end.
    package static func forEachDescriptor(in buffer: UnsafeRawBufferPointer, _ body: (Int32) -> Void) {
        var offset = 0
        while buffer.count - offset >= headerLength {
            let header = buffer.loadUnaligned(fromByteOffset: offset, as: cmsghdr.self)
            guard header.cmsg_len >= headerLength, header.cmsg_len <= buffer.count - offset else { return }
            if header.cmsg_level == SOL_SOCKET, header.cmsg_type == Int32(SCM_RIGHTS) {
                var position = offset + headerLength
                let end = offset + Int(header.cmsg_len)
                while end - position >= MemoryLayout<Int32>.size {
                    body(buffer.loadUnaligned(fromByteOffset: position, as: Int32.self))
                    position += MemoryLayout<Int32>.size
                }
            }
            offset += min(aligned(Int(header.cmsg_len)), buffer.count - offset)
        }
    }
}
