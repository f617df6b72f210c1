import CSystemd

extension ServiceManager {
    /// Tells the service manager something, all of it in one message: `sd_notify`, sd_notify(3).
    ///
    /// - Returns: whether it was sent; false when nobody listens, see ``isManaged``.
    /// - Throws: ``SystemdError`` when `NOTIFY_SOCKET` cannot be reached. A service goes on without.
    @discardableResult
    public static func notify(_ notifications: ServiceNotification...) throws(SystemdError) -> Bool {
        try send(notifications.map(\.assignments).joined(separator: "\n"))
    }

    /// Gives the service manager descriptors to keep over a restart: `FDSTORE=1` with `FDNAME=`,
    /// `sd_pid_notify_with_fds`, sd_pid_notify_with_fds(3).
    ///
    /// The next start finds them among ``Activation/takeSockets()`` under their name. The unit must allow it by
    /// `FileDescriptorStoreMax=`. The caller keeps and closes its own copies.
    ///
    /// - Parameter name: 1 to 255 printable ASCII characters without a colon.
    /// - Returns: whether it was sent.
    @discardableResult
    public static func store(descriptors: [Int32], name: String) throws(SystemdError) -> Bool {
        try checkName(name)
        guard !descriptors.isEmpty else {
            throw SystemdError(
                code: .invalidArgument,
                function: "sd_pid_notify_with_fds",
                context: "no descriptor to store"
            )
        }
        return try send("FDSTORE=1\nFDNAME=\(name)", descriptors: descriptors)
    }

    /// Makes the service manager close what it keeps under a name: `FDSTOREREMOVE=1`, sd_notify(3).
    ///
    /// - Returns: whether it was sent.
    @discardableResult
    public static func removeStored(name: String) throws(SystemdError) -> Bool {
        try checkName(name)
        return try send("FDSTOREREMOVE=1\nFDNAME=\(name)")
    }

    /// Waits until the service manager has handled all that was sent before: `sd_notify_barrier`,
    /// sd_notify_barrier(3).
    ///
    /// - Returns: false when nobody listens.
    /// - Throws: ``SystemdError/Code/timedOut`` when it took longer than `timeout`.
    @discardableResult
    public static func synchronize(timeout: Duration) throws(SystemdError) -> Bool {
        try check(sd_notify_barrier(0, timeout.clampedMicroseconds), "sd_notify_barrier") > 0
    }

    private static func send(_ state: String, descriptors: [Int32] = []) throws(SystemdError) -> Bool {
        guard let count = UInt32(exactly: descriptors.count), count <= 253 else {
            throw SystemdError(
                code: .invalidArgument,
                function: "sd_pid_notify_with_fds",
                context: "\(descriptors.count) descriptors, one message carries 253"
            )
        }
        return try check(
            sd_pid_notify_with_fds(0, 0, state, descriptors, count),
            "sd_pid_notify_with_fds",
            "NOTIFY_SOCKET=\(Environment.value(of: "NOTIFY_SOCKET") ?? "")"
        ) > 0
    }

    /// Refuses a name that the service manager would ignore, sd_notify(3) at `FDNAME=`.
    private static func checkName(_ name: String) throws(SystemdError) {
        let isValid =
            (1...255).contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: ":") }
        guard isValid else {
            throw SystemdError(
                code: .invalidArgument,
                function: "sd_pid_notify_with_fds",
                context: "FDNAME, 1 to 255 printable ASCII characters without a colon"
            )
        }
    }
}
