import CartProtocol
import Systemd
import UnixSockets

/// A peer together with its socket and its place in the event loop.
final class Connection {
    /// The peer.
    let peer: Peer
    /// The socket, closed with the connection.
    let socket: StreamSocket
    /// Wakes the server; set once the connection is adopted.
    var source: IOSource?
    /// Files that came with the input; no request takes more than one.
    var descriptors = DescriptorInbox(capacity: 1)
    /// What was read but has to wait: for the peer to read its answers, or for others to have their turn.
    private(set) var waitingInput: [UInt8] = []
    /// When that was read.
    private(set) var waitingSince = MonotonicInstant.never
    /// Whether the peer has said all that it will ever say.
    var hasEnded = false
    /// How many of its bytes in flight its user's account counts.
    var countedBytes = 0
    /// When the peer is cut unless it has finished its hello or frame by then.
    var inputDeadline: MonotonicInstant?
    /// When the peer is cut unless it has taken a byte of its answers by then.
    var outputDeadline: MonotonicInstant?

    private var framesSeen: UInt64 = 0
    private var events: IOEvents = .readable

    init(socket: consuming StreamSocket, peer: Peer) {
        self.socket = socket
        self.peer = peer
    }

    /// Bytes of requests that wait, and of answers that are not sent yet.
    ///
    /// Not of events: whoever watches and does not read holds no more than ``PendingLimits/unreadEvents`` and one event,
    /// and for that nobody's calls are refused.
    var bytesInFlight: Int { waitingInput.count + peer.session.keptBytes + peer.output.owed }

    /// Keeps what was read and cannot be answered yet, behind what is kept already.
    func keep(_ input: UnsafeRawBufferPointer, readAt moment: MonotonicInstant) {
        if waitingInput.isEmpty {
            waitingSince = moment
        }
        waitingInput.append(contentsOf: input)
    }

    /// Reads what the peer had sent before a certain moment, without answering it yet; at most 1 MiB of one that goes on.
    ///
    /// - Throws: `SystemError` where the peer is gone.
    func keepRest(
        through buffer: UnsafeMutableRawBufferPointer,
        at moment: MonotonicInstant
    ) throws(SystemError) {
        for _ in 0..<16 {
            guard case .bytes(let count) = try socket.receive(into: buffer, descriptors: &descriptors) else {
                return
            }
            keep(UnsafeRawBufferPointer(rebasing: buffer[..<count]), readAt: moment)
        }
    }

    /// Takes the kept input out; what of it has to wait again is kept again.
    func takeWaitingInput() -> [UInt8] {
        defer { waitingInput = [] }
        return waitingInput
    }

    /// Notes whether the peer owes bytes after something was read; each finished frame starts the time anew.
    ///
    /// While the peer's input waits here, it is the peer that waits.
    func noteInput(at now: MonotonicInstant, patience: Duration) {
        let frames = peer.session.framesSeen
        if !peer.session.owesBytes || !waitingInput.isEmpty || !peer.isReady {
            inputDeadline = nil
        } else if inputDeadline == nil || frames != framesSeen {
            inputDeadline = now.advanced(by: patience)
        }
        framesSeen = frames
    }

    /// Notes whether the peer has answers to take, ready or to be made; each time that it takes some starts the time anew.
    func noteOutput(isOwed: Bool, progressed: Bool, at now: MonotonicInstant, patience: Duration) {
        if !isOwed {
            outputDeadline = nil
        } else if progressed || outputDeadline == nil {
            outputDeadline = now.advanced(by: patience)
        }
    }

    /// Sends what may be sent, as far as the peer takes it.
    ///
    /// - Parameter progressed: Is set where the peer took something.
    /// - Returns: Whether it has taken all.
    /// - Throws: `SystemError` where the peer is gone.
    func flush(_ progressed: inout Bool) throws(SystemError) -> Bool {
        var blocked = false
        while peer.output.sendable > 0, !blocked {
            try peer.output.send { bytes throws(SystemError) in
                switch try socket.send(bytes) {
                case .bytes(let count):
                    progressed = true
                    return count
                case .wouldBlock:
                    blocked = true
                    return 0
                }
            }
        }
        return !blocked
    }

    /// Asks the loop for what the connection can use now: input where none waits, and room for answers where there are
    /// some, or where waiting input could make some.
    func updateInterest(reading: Bool, answering: Bool) throws(SystemdError) {
        var wanted: IOEvents = []
        if reading { wanted.insert(.readable) }
        if answering || peer.output.sendable > 0 { wanted.insert(.writable) }
        guard wanted != events, let source else {
            return
        }
        if wanted.isEmpty {
            // A hang-up is reported unasked, and again and again, until the answers that are held can be sent.
            try source.setEnabled(false)
        } else {
            try source.setEvents(wanted)
            if events.isEmpty { try source.setEnabled(true) }
        }
        events = wanted
    }
}
