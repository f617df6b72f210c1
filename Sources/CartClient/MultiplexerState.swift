import CartModel
import CartProtocol
import UnixSockets

/// What the threads and tasks of one client share, behind one lock: the connection, all that is under way on it, and who
/// reads.
struct MultiplexerState: Sendable {
    /// Who has the reader's role.
    enum Reader: Hashable, Sendable {
        case nobody
        /// The thread that waits for this call.
        case caller(UInt64)
        /// The library's own thread.
        case background
    }

    var exchanges = Exchanges()
    /// Who answered the newest greeting.
    var daemon: Hello.Answer?
    var stage = ConnectionStage.dialing

    var wire: Wire?
    /// Why nothing can be sent on the connection any more, which its reader is to find out.
    var sendFailure: ConnectionFailure?
    var backoff = Backoff()
    var nextAttempt = Deadline.after(.zero)

    var reader = Reader.nobody
    /// Whether the reader waits, and has to be woken to see what is new.
    var readerWaits = false
    /// Whether it waits for room to send too.
    var readerWaitsForRoom = false
    /// The calls of threads that wait for another one to read, in the order they came.
    var followers: [UInt64] = []
    var spareBells: [Doorbell] = []
    let nudge: Alarm

    /// What wakes the background thread; nil where there is none.
    var alarm: Alarm?
    /// Whether the background thread waits, and until when.
    var backgroundWaits = false
    var backgroundDeadline = Deadline.never
    var isClosed = false

    init(nudge: Alarm) { self.nudge = nudge }
}
