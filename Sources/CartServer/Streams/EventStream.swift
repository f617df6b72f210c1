import CartModel
import CartStore

/// One open stream: who is told, what about, and up to where.
final class EventStream {
    /// The request's that opened it.
    let id: UInt64
    /// Who is told.
    let peer: Peer
    /// What about.
    let watched: Watched
    /// Up to where.
    var cursor: StreamCursor
    /// Whether the last it was told of its cart was without the catalog, because that could not be read.
    var lacksCatalog = false
    /// Whether it may have something to tell, so that it is in the list of its peer.
    var isBehind = false
    /// Its place among the streams of its topic.
    fileprivate(set) var index = 0
    /// The newest change of its cart that was looked for, and up to where.
    private var cartChange: (newest: Int64, searched: Int64) = (0, 0)

    init(id: UInt64, peer: Peer, watched: Watched, from sequence: Int64?) {
        self.id = id
        self.peer = peer
        self.watched = watched
        cursor = StreamCursor(from: sequence)
    }

    /// What it is to be told next; nil where it was told everything.
    func next(in store: ModelStore) -> StreamCursor.Next? {
        var catalog: String?
        let history = store.history
        return cursor.next(in: history) { change in
            watched.includes(change) {
                catalog = catalog ?? watched.catalogName(in: store)
                return catalog
            } && !isOvertaken(change, in: history)
        }
    }

    /// Whether it is a change of the catalog that a later one of the cart tells too.
    ///
    /// Of all calls together none looks at a change twice.
    private func isOvertaken(_ change: Change, in history: ChangeHistory) -> Bool {
        guard case .cart(let name) = watched, change.isOfCatalog else {
            return false
        }
        guard cartChange.newest <= change.sequence else {
            return true
        }
        let later = history.changes(after: max(cartChange.searched, change.sequence)).changes
        if let newest = later.last(where: { $0.isOfCart(named: name) }) {
            cartChange.newest = newest.sequence
        }
        cartChange.searched = history.newest
        return cartChange.newest > change.sequence
    }
}

/// All open streams, found by what they watch.
struct StreamIndex {
    private var streams: [Watched.Topic: [EventStream]] = [:]
    /// How many there are.
    private(set) var count = 0

    /// Whether there are none.
    var isEmpty: Bool { count == 0 }

    /// Takes a stream in.
    mutating func insert(_ stream: EventStream) {
        stream.index = streams[stream.watched.topic]?.count ?? 0
        streams[stream.watched.topic, default: []].append(stream)
        count += 1
    }

    /// Takes a stream out.
    ///
    /// - Returns: Whether it was there.
    mutating func remove(_ stream: EventStream) -> Bool {
        let topic = stream.watched.topic
        guard let key = streams.index(forKey: topic), streams.values[key].indices.contains(stream.index),
            streams.values[key][stream.index] === stream
        else {
            return false
        }
        let last = streams.values[key].removeLast()
        if last !== stream {
            last.index = stream.index
            streams.values[key][stream.index] = last
        } else if streams.values[key].isEmpty {
            streams.remove(at: key)
        }
        count -= 1
        return true
    }

    /// The streams of one topic.
    subscript(topic: Watched.Topic) -> [EventStream] { streams[topic] ?? [] }

    /// The names of all carts that are watched.
    var cartNames: [String] {
        streams.keys.compactMap { if case .cart(let name) = $0 { name } else { nil } }
    }

    /// Calls a function with every stream.
    func forEach(_ body: (EventStream) -> Void) {
        for list in streams.values {
            list.forEach(body)
        }
    }
}
