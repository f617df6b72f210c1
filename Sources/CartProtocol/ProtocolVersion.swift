/// A version of the protocol, and the range that this software speaks.
public enum ProtocolVersion {
    /// The oldest version that is still spoken.
    public static let oldest = 1
    /// The newest version that is spoken.
    public static let newest = 1
    /// The version of this software, as `cartctl version` prints it.
    public static let software = "0.1.0"

    /// The newest version that both sides speak, or nil.
    package static func common(with peer: Hello.VersionRange) -> Int? {
        let version = min(newest, peer.max)
        return version >= max(oldest, peer.min) ? version : nil
    }
}
