import CBOR
import CartModel
import CartProtocol
import CartServer
import CartStore
import Systemd
import TestSupport
import UnixSockets

/// A dispatcher over a store of its own, with one peer.
final class FuzzDesk {
    /// What a peer may be sent at most before its next request waits.
    private static let outputLimit = 4096

    /// The only time there is, so that deadlines do not depend on the machine.
    private static let moment = MonotonicInstant.now

    private let folder: TemporaryFolder
    private let dispatcher: Dispatcher
    private let peer = Peer(id: 1, caller: Caller(process: 1, user: 1, group: 1, access: .admin, owner: 1))
    private var reader = FrameReader()
    /// All that the peer was sent, without what is another at each time of asking.
    private(set) var sent: [CBORValue] = []

    /// Puts a store into a folder in which nothing was done yet; all of them have one identity.
    static func makeStore(in folder: TemporaryFolder) throws {
        try folder.write(try EmptyStore.bytes.get(), to: "cartd.sqlite")
    }

    /// A desk over the store in a folder, which no other has open.
    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        dispatcher = Dispatcher(
            store: try ModelStore(stateDirectory: folder.path),
            statistics: ServerStatisticsSource(),
            reader: NoReader(),
            clock: { Self.moment }
        )
    }

    /// The connection ends before the daemon does: a peer and its streams have each other.
    deinit { dispatcher.forget(peer) }

    /// Gives the dispatcher bytes as a connection does: what it does not take is given again when the peer has read.
    func feed(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { bytes in
            var input = bytes
            var none = DescriptorInbox(capacity: 0)
            // Of two rounds one takes a request at least.
            for _ in 0...2 * bytes.count {
                dispatcher.receive(&input, from: peer, outputLimit: Self.outputLimit, descriptors: &none)
                try checkOutput()
                if input.isEmpty || peer.isClosing { return }
                try endTurn()
            }
            throw Finding("\(input.count) bytes wait for nothing")
        }
    }

    /// Ends the daemon's turn and reads all that it says.
    func endTurn() throws {
        let outcome = dispatcher.endTurn()
        if let failure = outcome.failure { throw Finding("the turn was taken back: \(failure)") }
        var bytes: [UInt8] = []
        repeat {
            try checkOutput()
            while peer.output.sendable > 0 {
                peer.output.send { sendable in
                    bytes += sendable
                    return sendable.count
                }
            }
        } while dispatcher.tellStreams(of: peer)
        try require(peer.output.count == 0, "\(peer.output.count) bytes are held after the turn's end")
        try bytes.withUnsafeBytes { bytes in
            var input = bytes
            while let payload = try reader.nextFrame(in: &input, { Array($0) }) {
                sent.append(Self.masked(try CBORDecoder().decode(CBORValue.self, from: payload)))
            }
        }
        try require(!reader.isInsideFrame, "a frame was sent in part")
    }

    private func checkOutput() throws(Finding) {
        let limit = max(Self.outputLimit, PendingLimits().unreadEvents)
        try require(
            peer.output.count <= limit + FrameReader.headerSize + FrameReader.defaultLimit,
            "\(peer.output.count) bytes wait for a peer"
        )
    }

    private static func masked(_ reply: CBORValue) -> CBORValue {
        guard case .map(var members) = reply, case .map(var result)? = members["result"] else { return reply }
        for key in ["uptimeMilliseconds", "commits"] as [CBORValue] where result[key] != nil { result[key] = .null }
        members["result"] = .map(result)
        return .map(members)
    }

    /// The model, in words.
    var state: [String] {
        let store = dispatcher.store
        return store.carts.map { "\($0)" } + store.catalogNames() + store.controls.map { "\($0)" }
    }
}

/// A store that nothing was done in, as a file.
private enum EmptyStore {
    static let bytes: Result<[UInt8], any Error> = Result {
        let folder = try TemporaryFolder.inMemory()
        _ = try ModelStore(stateDirectory: folder.path)
        guard let bytes = folder.bytes(of: "cartd.sqlite") else { throw SystemFailure("read cartd.sqlite") }
        return bytes
    }
}

/// No file comes with the bytes of one peer, so that no catalog is large.
private struct NoReader: CatalogReading {
    func read(_ job: consuming CatalogReadJob) {}
    func cancel(_ number: UInt64) {}
    func load(_ load: ContentLoad) {}
    func dispose(of waste: StoreWaste) {}
}
