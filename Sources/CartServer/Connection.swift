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
    /// What was read but is not looked at before the peer has read its answers.
    private(set) var waitingInput: [UInt8] = []
    /// When the peer is cut unless it has finished its hello or frame by then.
    var inputDeadline: MonotonicInstant?
    /// When the peer is cut unless it has taken a byte of its answers by then.
    var outputDeadline: MonotonicInstant?

    private var framesSeen: UInt64 = 0
    /// A peer that goes on sending is not read for ever by a daemon that stops: at most 1 MiB.
    private var lastReads = 16
    private var events: IOEvents = .readable

    init(socket: consuming StreamSocket, peer: Peer) {
        self.socket = socket
        self.peer = peer
    }

    /// Keeps what was read and cannot be answered yet.
    func keep(_ input: UnsafeRawBufferPointer) {
        waitingInput.append(contentsOf: input)
    }

    /// Takes the kept input out.
    func takeWaitingInput() -> [UInt8] {
        defer { waitingInput = [] }
        return waitingInput
    }

    /// Reads, in a daemon that stops, a part of what the peer had sent before; nil where there is no more.
    func receiveLast() throws(SystemError) -> [UInt8]? {
        guard lastReads > 0 else {
            return nil
        }
        lastReads -= 1
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        guard case .bytes(let count) = try socket.receive(into: buffer, descriptors: &descriptors) else {
            return nil
        }
        return Array(buffer[..<count])
    }

    /// Notes whether the peer owes bytes after something was read; each finished frame starts the time anew.
    ///
    /// While the peer's input waits here, it is the peer that waits.
    func noteInput(at now: MonotonicInstant, patience: Duration) {
        let frames = peer.session.framesSeen
        if !peer.session.owesBytes || !waitingInput.isEmpty {
            inputDeadline = nil
        } else if inputDeadline == nil || frames != framesSeen {
            inputDeadline = now.advanced(by: patience)
        }
        framesSeen = frames
    }

    /// Sends what may be sent, as far as the peer takes it.
    ///
    /// - Throws: `SystemError` where the peer is gone.
    func flush(at now: MonotonicInstant, patience: Duration) throws(SystemError) {
        var progressed = false
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
        if peer.output.sendable == 0 {
            outputDeadline = nil
        } else if progressed || outputDeadline == nil {
            outputDeadline = now.advanced(by: patience)
        }
    }

    /// Asks the loop for what the connection can use now: input while there is room for answers, room while there are
    /// answers.
    func updateInterest(reading: Bool) throws(SystemdError) {
        var wanted: IOEvents = []
        if reading { wanted.insert(.readable) }
        if peer.output.sendable > 0 { wanted.insert(.writable) }
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
