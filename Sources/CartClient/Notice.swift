import CartModel

/// What somebody is to be told once no lock is held.
enum Notice: Sendable {
    /// A call ended: with what was read, or an error.
    case call(PendingCall, CartError?)
    /// A stream ended.
    case stream(StreamBuffer, CartError)
    /// A stream has no connection, and waits for the next one.
    case interruption(StreamBuffer)
    /// A thread is to look again.
    case bell(Doorbell)
    /// So is the background thread.
    case alarm(Alarm)

    func deliver() {
        switch self {
        case .call(let call, let error): call.settle(with: error)
        case .stream(let buffer, let error): buffer.fail(with: error)
        case .interruption(let buffer): buffer.interrupt()
        case .bell(let bell): bell.ring()
        case .alarm(let alarm): alarm.raise()
        }
    }
}

extension [Notice] {
    func deliver() {
        for notice in self { notice.deliver() }
    }
}
