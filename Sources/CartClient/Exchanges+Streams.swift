import CartModel
import CartProtocol

extension Exchanges {
    /// Begins a stream, or goes on with it.
    ///
    /// - Returns: Its id, until it ends or is begun again.
    mutating func begin(_ stream: StreamBuffer) -> (id: UInt64, Notice?) {
        let id = nextID()
        streams[id] = stream
        return (id, write(stream, as: id))
    }

    /// Forgets a stream, and has the daemon forget it.
    mutating func end(stream id: UInt64) {
        if streams.removeValue(forKey: id) != nil { cancelOnWire(id) }
    }

    /// Forgets a stream that the daemon has ended.
    mutating func forget(stream id: UInt64) { streams[id] = nil }

    mutating func write(_ stream: StreamBuffer, as id: UInt64) -> Notice? {
        guard let writer else { return nil }
        do throws(CartError) {
            try outbox.append(file: nil, id: id) { output throws(CartError) in
                try stream.write(id: id, with: writer, into: &output)
            }
            return nil
        } catch {
            streams[id] = nil
            return .stream(stream, error)
        }
    }
}
