import CBOR
import CartModel
import CartProtocol
import Systemd
import TestSupport
import Testing

@testable import CartServer

@Suite("Who waits for a catalog")
struct WaitingCallsTests {
    /// A call that is known by its id.
    static func call(_ id: UInt64, deadline: MonotonicInstant?, of peer: Peer) throws -> WaitingCall {
        let request = try CBOREncoder().encode(OutgoingRequest(id: id, params: ShowStatus()))
        return WaitingCall(
            peer: peer,
            envelope: try CBORDecoder().decode(RequestEnvelope.self, from: request),
            deadline: deadline
        )
    }

    /// What it ought to be, by looking at everything each time.
    struct Model {
        struct Entry {
            var id: UInt64
            var deadline: UInt64?
            var number: UInt64
            /// Nil where it has been read.
            var catalog: String?
        }

        /// In the order they came; of those whose catalogs have been read, in the order of that.
        var entries: [Entry] = []
        var begun: Set<String> = []

        mutating func makeReady(_ catalog: String) {
            begun.remove(catalog)
            let ready = entries.filter { $0.catalog == catalog }
            entries.removeAll { $0.catalog == catalog }
            entries += ready.map { entry in
                var entry = entry
                entry.catalog = nil
                return entry
            }
        }
    }

    @Test("Whatever comes, is read, taken back and late, in whatever order", arguments: 0..<20)
    func random(run: Int) throws {
        let seed = UInt64.random(in: .min ... .max)
        let note: Comment = "seed \(seed)"
        var random = SplitMix64(seed: seed)
        let peer = Peer(id: 1, caller: Caller(process: 1, user: 1, group: 1, access: .admin, owner: 1))
        var calls = WaitingCalls()
        var model = Model()
        var now: UInt64 = 1000
        // Some runs take nearly everything back at once, so that what is left behind has to be thrown away.
        let removals = [2, 8][run % 2]
        for id in 0..<4000 as Range<UInt64> {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<9:
                let deadline = Bool.random(using: &random) ? now + UInt64.random(in: 0..<300, using: &random) : nil
                let call = try Self.call(id, deadline: deadline.map { MonotonicInstant(microseconds: $0) }, of: peer)
                if Int.random(in: 0..<4, using: &random) == 0 {
                    let number = calls.insertReady(call)
                    model.entries.append(Model.Entry(id: id, deadline: deadline, number: number, catalog: nil))
                } else {
                    let catalog = ["a", "b", "c"].randomElement(using: &random) ?? "a"
                    let (number, isFirst) = calls.insert(call, for: catalog)
                    #expect(isFirst == model.begun.insert(catalog).inserted, note)
                    model.entries.append(Model.Entry(id: id, deadline: deadline, number: number, catalog: catalog))
                }
            case 9..<(9 + removals):
                guard let index = model.entries.indices.randomElement(using: &random) else { continue }
                calls.remove(model.entries.remove(at: index).number)
            case 17:
                let catalog = ["a", "b", "c"].randomElement(using: &random) ?? "a"
                calls.makeReady(catalog)
                model.makeReady(catalog)
            case 18:
                let index = model.entries.firstIndex { $0.catalog == nil }
                let taken = calls.takeReady()?.envelope.id
                #expect(taken == index.map { model.entries.remove(at: $0).id }, note)
            default:
                now += UInt64.random(in: 0..<40, using: &random)
                let late = calls.takeLate(at: MonotonicInstant(microseconds: now)).map(\.envelope.id)
                let isLate = { (entry: Model.Entry) in entry.deadline.map { $0 <= now } ?? false }
                #expect(Set(late) == Set(model.entries.filter(isLate).map(\.id)), note)
                #expect(Set(late).count == late.count, note)
                model.entries.removeAll(where: isLate)
            }
            #expect(calls.earliestDeadline?.microseconds == model.entries.compactMap(\.deadline).min(), note)
            if model.entries.contains(where: { $0.catalog == nil }) { #expect(calls.hasReady, note) }
        }
        for catalog in ["a", "b", "c"] {
            calls.makeReady(catalog)
            model.makeReady(catalog)
        }
        var taken: [UInt64] = []
        while let call = calls.takeReady() { taken.append(call.envelope.id) }
        #expect(taken == model.entries.map(\.id), note)
        #expect(!calls.hasReady && calls.earliestDeadline == nil, note)
    }

    @Test("Coming to rest takes a connection no longer for all the calls that wait")
    func time() throws {
        func desk(waiting count: Int) throws -> Desk {
            let desk = try LargeCatalogTests.desk()
            for _ in 0..<count / 64 {
                let peer = try desk.peer()
                for id in 0..<64 as Range<UInt64> {
                    try desk.send(ShowCart(cart: "till"), id: id, timeout: 1_000_000 + id, from: peer)
                }
            }
            return desk
        }
        let desks = [try desk(waiting: 64), try desk(waiting: 8192)]
        var best: [Duration] = [.seconds(60), .seconds(60)]
        let clock = ContinuousClock()
        for _ in 0..<20 {
            for (index, desk) in desks.enumerated() {
                let time = clock.measure {
                    for _ in 0..<100 where desk.dispatcher.nextDeadline == nil { Issue.record("nothing waits") }
                }
                best[index] = min(best[index], time)
            }
        }
        print("the next deadline of 64 waiting calls: \(best[0] / 100), of 8,192: \(best[1] / 100)")
        #expect(best[1] < best[0] * 10)
    }
}
