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
    /// Whether its further requests wait until the file of its import has been read.
    package internal(set) var isImporting = false
    /// What it said to be in its hello, for the log.
    package internal(set) var software = ""

    /// Whether its next request can be served.
    package var isReady: Bool { !isClosing && !isImporting }

    /// Creates a peer that has yet to say hello.
    package init(id: UInt64, caller: Caller, frameLimit: Int = ServerLimits().frame) {
        self.id = id
        self.caller = caller
        session = Session(frameLimit: frameLimit)
    }
}
