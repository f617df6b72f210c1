/// How far a client has come to have a connection.
enum ConnectionStage: Hashable, Sendable {
    /// It makes one.
    case dialing
    /// It has one and has said hello.
    case greeting
    /// It can send.
    case open
    /// The last attempt has failed, and the next has not begun.
    case pausing

    /// What did not happen, where it took too long.
    var lateness: String {
        self == .dialing ? "the daemon did not take the connection" : "the daemon did not answer hello"
    }
}
