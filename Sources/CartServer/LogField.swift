/// The fields beside a log entry's message, for `journalctl FIELD=value` (systemd.journal-fields(7)).
package enum LogField: String, Sendable {
    /// The cart's name.
    case cart = "CART"
    /// The catalog's name.
    case catalog = "CATALOG"
    /// The control's name.
    case control = "CONTROL"
    /// The user at the other end of the connection.
    case peerUID = "PEER_UID"
    /// Its group.
    case peerGID = "PEER_GID"
    /// The process at the other end of the connection.
    case peerPID = "PEER_PID"
    /// What the peer said to be.
    case peerSoftware = "PEER_SOFTWARE"
    /// The method's name.
    case method = "METHOD"
    /// The code of an error.
    case code = "ERROR_CODE"
    /// The limit that was reached, as in `details.limit` of `overloaded`.
    case limit = "LIMIT"
    /// How much of it was used.
    case used = "LIMIT_USED"
    /// How much may be.
    case allowed = "LIMIT_ALLOWED"
}
