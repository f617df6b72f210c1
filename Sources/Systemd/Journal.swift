import CSystemd
import Glibc

/// The system's log with structured fields, sd_journal_print(3).
public enum Journal {
    /// How serious a record is: the levels of syslog(3).
    public enum Priority: UInt8, CaseIterable, Comparable, Sendable {
        /// The system is unusable.
        case emergency
        /// Something must be done at once.
        case alert
        /// A critical condition.
        case critical
        /// An error.
        case error
        /// A warning.
        case warning
        /// Normal but of note.
        case notice
        /// For information.
        case info
        /// For the developer.
        case debug

        /// Whether the first is more serious than the second.
        public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }

    /// Writes one record: `sd_journal_sendv`, sd_journal_sendv(3).
    ///
    /// The record is complete when this returns. When there is no journal it is dropped without an error, as
    /// the C function has it; ask ``isConnected(descriptor:stream:)`` first and write to standard error if not.
    ///
    /// - Parameter fields: further fields. One name may come several times. See systemd.journal-fields(7).
    /// - Throws: ``SystemdError`` when the journal is there and does not take it.
    public static func send(
        _ message: String,
        priority: Priority = .info,
        fields: [Field] = []
    ) throws(SystemdError) {
        let head = [
            Field(.message, message),
            Field(.priority, String(priority.rawValue)),
        ]
        try send(fields: head + fields)
    }

    /// Writes one record of exactly these fields: `sd_journal_sendv`, sd_journal_sendv(3).
    ///
    /// Without a `MESSAGE` field the record is invisible to most readers.
    public static func send(fields: [Field]) throws(SystemdError) {
        // All texts are laid end to end, so that one buffer holds still while the kernel reads them.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(fields.reduce(0) { $0 + $1.name.text.utf8.count + 1 + $1.value.count })
        var lengths: [Int] = []
        lengths.reserveCapacity(fields.count)
        for field in fields {
            let start = bytes.count
            field.append(to: &bytes)
            lengths.append(bytes.count - start)
        }
        guard let count = Int32(exactly: lengths.count) else {
            throw SystemdError(code: .invalidArgument, function: "sd_journal_sendv", context: "too many fields")
        }
        let status = bytes.withUnsafeMutableBytes { buffer in
            withUnsafeTemporaryAllocation(of: iovec.self, capacity: lengths.count) { vectors in
                var offset = 0
                for (index, length) in lengths.enumerated() {
                    vectors.initializeElement(
                        at: index,
                        to: iovec(iov_base: buffer.baseAddress.map { $0 + offset }, iov_len: length)
                    )
                    offset += length
                }
                return sd_journal_sendv(vectors.baseAddress, count)
            }
        }
        try check(status, "sd_journal_sendv")
    }

    /// Whether a descriptor, standard error unless told, is a stream to the journal: systemd.exec(5) at
    /// `$JOURNAL_STREAM`, fstat(2).
    ///
    /// The variable alone does not tell, because a child inherits it together with a redirected output.
    ///
    /// - Parameter stream: the variable's value, `device:inode` in decimal.
    public static func isConnected(
        descriptor: Int32 = 2,
        stream: String? = environmentStream()
    ) -> Bool {
        guard let parts = stream?.split(separator: ":", omittingEmptySubsequences: false), parts.count == 2 else {
            return false
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return UInt64(parts[0]) == UInt64(status.st_dev) && UInt64(parts[1]) == UInt64(status.st_ino)
    }

    /// The value of `$JOURNAL_STREAM`, systemd.exec(5); nil when it is not set.
    public static func environmentStream() -> String? {
        Environment.value(of: "JOURNAL_STREAM")
    }
}
