/// One connected client as the dispatcher knows it: its session, and what it is to be sent.
package final class Peer {
    /// Tells peers apart for as long as the daemon runs.
    package let id: UInt64
    /// Who it is.
    package let caller: Caller
    /// Where its protocol stands.
    package internal(set) var session: Session
    /// What it is to be sent.
    package var output = OutputBuffer()
    /// Whether the connection ends once the output is sent.
    package internal(set) var isClosing = false

    /// Creates a peer that has yet to say hello.
    package init(id: UInt64, caller: Caller, frameLimit: Int = ServerLimits().frame) {
        self.id = id
        self.caller = caller
        session = Session(frameLimit: frameLimit)
    }
}
