import CartModel

extension MultiplexerState {
    /// Sends what is to be sent, unless the reader is about to.
    mutating func push() -> [Notice] {
        guard let wire, !exchanges.outbox.isEmpty, reader == .nobody || readerWaits else { return [] }
        var notices = send(on: wire)
        guard sendFailure != nil || !exchanges.outbox.isEmpty && !readerWaitsForRoom else { return notices }
        switch reader {
        case .nobody: break
        case .caller: notices.append(.alarm(nudge))
        case .background: notices += wakeBackground()
        }
        return notices
    }

    /// Sends what the connection takes.
    mutating func send(on wire: Wire) -> [Notice] {
        var notices: [Notice] = []
        while true {
            switch exchanges.outbox.send(on: wire.socket) {
            case .done, .full: return notices
            // What the daemon said before it closed, such as why, is still read.
            case .gone:
                exchanges.outbox.removeAll()
                return notices
            case .refusedFile(let id, let error):
                if let notice = exchanges.refuseFile(of: id, error) { notices.append(notice) }
            case .failed(let error):
                exchanges.outbox.removeAll()
                let refusal = CartError(.connectionLost, "the request cannot be sent: \(error)")
                sendFailure = ConnectionFailure(refusal, isTransient: false)
                return notices
            }
        }
    }
}
