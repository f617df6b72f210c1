import CSystemd

/// A 128-bit identifier of systemd, as 32 lower-case hexadecimal digits: `sd_id128_t`, sd-id128(3).
public struct ID128: Hashable, Sendable, CustomStringConvertible {
    /// The 32 digits.
    public let description: String

    /// Reads 32 hexadecimal digits, or a UUID with its four hyphens: `sd_id128_from_string`,
    /// sd_id128_from_string(3).
    ///
    /// Nil for anything else.
    public init?(_ text: String) {
        var id = sd_id128_t()
        guard !text.utf8.contains(0), sd_id128_from_string(text, &id) >= 0 else { return nil }
        self.init(id)
    }

    private init(_ id: sd_id128_t) {
        description = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(SD_ID128_STRING_MAX)) { text in
            guard let base = text.baseAddress, let digits = sd_id128_to_string(id, base) else { return "" }
            return String(cString: digits)
        }
    }

    /// The identifier of this boot of the kernel: `sd_id128_get_boot`, sd_id128_get_boot(3).
    public static func boot() throws(SystemdError) -> ID128 {
        var id = sd_id128_t()
        try check(sd_id128_get_boot(&id), "sd_id128_get_boot")
        return ID128(id)
    }

    /// The identifier of this installation, from /etc/machine-id: `sd_id128_get_machine`, sd_id128_get_machine(3).
    ///
    /// It is confidential: do not send it to others. Many containers have none and throw.
    public static func machine() throws(SystemdError) -> ID128 {
        var id = sd_id128_t()
        try check(sd_id128_get_machine(&id), "sd_id128_get_machine")
        return ID128(id)
    }

    /// The identifier of this run of the service, from `INVOCATION_ID`: `sd_id128_get_invocation`,
    /// sd_id128_get_invocation(3).
    ///
    /// - Returns: nil when the process was not started by the service manager, or the variable is malformed.
    public static func invocation() -> ID128? {
        var id = sd_id128_t()
        guard sd_id128_get_invocation(&id) >= 0 else { return nil }
        return ID128(id)
    }
}
