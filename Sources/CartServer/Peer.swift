package import Systemd

/// One connected client as the dispatcher knows it: its session, and what it is to be sent.
package final class Peer {
    /// Tells peers apart for as long as the daemon runs.
    package let id: UInt64
    /// Who it is.
    package let caller: Caller
    /// What its user has open.
    package let account: UserAccount
    /// Where its protocol stands.
    package internal(set) var session: Session
    /// What it is to be sent.
    package var output = OutputBuffer()
    /// Whether the connection ends once the output is sent.
    package internal(set) var isClosing = false
    /// Whether the connection is gone.
    var isForgotten = false
    /// What it said to be in its hello, for the log.
    package internal(set) var software = ""
    /// When the input that is being served was read.
    package internal(set) var readAt = MonotonicInstant.now

    /// Its requests that are answered later.
    var pending = PendingRequests()
    /// Its streams that may have something to tell, and which of them is the next.
    var behind: [EventStream] = []
    var nextBehind = 0
    /// Whether its streams wait for the end of the turn.
    var waitsForTurn = false

    /// Whether a call of its, which is no stream, is answered later.
    package var awaitsAnswers: Bool { pending.imports > 0 || pending.loads > 0 }

    /// Whether its next request can be begun: not while so many of its calls wait that more would be too many.
    package var isReady: Bool { !isClosing && pending.loads < 64 }

    /// Creates a peer that has yet to say hello.
    package init(id: UInt64, caller: Caller, account: UserAccount? = nil, frameLimit: Int = ServerLimits().frame) {
        self.id = id
        self.caller = caller
        self.account = account ?? UserAccount(user: caller.user)
        session = Session(frameLimit: frameLimit)
    }
}
