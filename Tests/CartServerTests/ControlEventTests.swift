import CBOR
import CartModel
import CartProtocol
import CartServer
import CartStore
import Testing

@Suite("Control events through the dispatcher")
struct ControlEventTests {
    @Test("What one client does reaches every client that asks, in order, once")
    func poll() throws {
        let desk = try Desk()
        let (screen, till, third) = (try desk.peer(), try desk.peer(user: 2), try desk.peer(user: 3))
        #expect(
            try desk.call(PollControlEvents(), from: screen)
                == PollControlEvents.Answer(events: [], sequence: 0, newest: 0)
        )
        _ = try desk.call(SetControl(control: "buy", title: "Buy"), from: till)
        _ = try desk.call(SetControl(control: "buy", title: "Buy"), from: till)
        _ = try desk.call(ChangeControlState(control: "buy", set: [.selected, .highlighted]), from: till)
        #expect(
            try desk.call(SendControlEvents(control: "buy", events: .touchUpInside), from: till)
                == SendControlEvents.Answer(sequence: 3)
        )
        _ = try desk.call(ClearControl(control: "buy", state: .selected), from: till)
        _ = try desk.call(RemoveControl(control: "buy"), from: till)
        let state: ControlState = [.selected, .highlighted]
        let expected = [
            PollControlEvents.Event(sequence: 1, control: "buy", kind: .changed, state: .normal, version: 1),
            PollControlEvents.Event(sequence: 2, control: "buy", kind: .state, state: state, version: 2),
            PollControlEvents.Event(
                sequence: 3,
                control: "buy",
                kind: .sent,
                events: .touchUpInside,
                state: state,
                version: 2
            ),
            PollControlEvents.Event(sequence: 4, control: "buy", kind: .removed, state: state, version: 2),
        ]
        for peer in [screen, third] {
            let answer = try desk.call(PollControlEvents(after: 0), from: peer)
            #expect(answer == PollControlEvents.Answer(events: expected, sequence: 4, newest: 4))
            #expect(try desk.call(PollControlEvents(after: 4), from: peer).events.isEmpty)
            #expect(try desk.call(PollControlEvents(after: 2), from: peer).events == Array(expected.dropFirst(2)))
        }
    }

    @Test("Only what was asked for: one control, some events")
    func filters() throws {
        let desk = try Desk()
        for name in ["a", "b"] {
            _ = try desk.serve(SetControl(control: name))
            _ = try desk.serve(SendControlEvents(control: name, events: [.touchDown, .valueChanged]))
            _ = try desk.serve(SendControlEvents(control: name, events: .touchUpInside))
        }
        func sequences(_ call: PollControlEvents) throws -> [Int64] {
            let answer = try desk.serve(call)
            #expect(answer.sequence == 6)
            return answer.events.map(\.sequence)
        }
        #expect(try sequences(PollControlEvents(control: "b")) == [4, 5, 6])
        #expect(try sequences(PollControlEvents(events: .valueChanged)) == [1, 2, 4, 5])
        #expect(try sequences(PollControlEvents(events: [])) == [1, 4])
        #expect(try sequences(PollControlEvents(after: 2, control: "a", events: .touchUpInside)) == [3])
        #expect(try sequences(PollControlEvents(control: "nope")) == [])
    }

    @Test("Who has missed events is told to look again, and the list says where to go on")
    func resync() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        _ = try desk.call(SetControl(control: "a"), from: peer)
        let known = try desk.call(PollControlEvents(), from: peer).sequence
        for _ in 0..<3 * ChangeHistory.defaultCount {
            _ = try desk.serve(SendControlEvents(control: "a", events: .touchDown))
        }
        try desk.dispatcher.store.commit()
        let late = try desk.call(PollControlEvents(after: known), from: peer)
        #expect(late.resync == true)
        #expect(late.events.count == 1000)
        let list = try desk.call(ListControls(), from: peer)
        #expect(list.controls.map(\.name) == ["a"])
        #expect(list.sequence == 1 + 3 * Int64(ChangeHistory.defaultCount))
        let fresh = try desk.call(PollControlEvents(after: list.sequence), from: peer)
        #expect(fresh == PollControlEvents.Answer(events: [], sequence: list.sequence, newest: list.sequence))
        // From another store, or from nowhere.
        #expect(try desk.call(PollControlEvents(after: list.sequence + 1), from: peer).resync == true)
        #expect(try desk.call(PollControlEvents(after: .min), from: peer).resync == true)
    }

    @Test("Pages of events put together are all of them, filtered or not")
    func pages() throws {
        let desk = try Desk()
        _ = try desk.serve(SetControl(control: "a"))
        _ = try desk.serve(SetControl(control: "b"))
        for number in 0..<2000 {
            _ = try desk.serve(SendControlEvents(control: number % 2 == 0 ? "a" : "b", events: .touchDown))
        }
        for name in [nil, "b"] {
            var call = PollControlEvents(control: name)
            var events: [PollControlEvents.Event] = []
            var pages = 0
            while true {
                let page = try desk.serve(call)
                events += page.events
                pages += 1
                #expect(page.resync == nil)
                call.after = page.sequence
                if page.sequence == page.newest { break }
            }
            let step: Int64 = name == nil ? 1 : 2
            #expect(zip(events, events.dropFirst()).allSatisfy { $1.sequence - $0.sequence == step })
            #expect(events.last?.sequence == 2002)
            #expect(pages == (name == nil ? 3 : 2))
        }
    }

    @Test("Retried under its key, an event is sent once")
    func idempotency() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let set = SetControl(control: "a", title: "x")
        #expect(try desk.call(set, key: "k1", from: peer) == desk.call(set, key: "k1", from: peer))
        let send = SendControlEvents(control: "a", events: .touchDown)
        #expect(try desk.call(send, key: "k2", from: peer).sequence == 2)
        #expect(try desk.call(send, key: "k2", from: peer).sequence == 2)
        #expect(
            code { _ = try desk.call(SendControlEvents(control: "a", events: .touchUpInside), key: "k2", from: peer) }
                == .idempotencyKeyReused
        )
        #expect(try desk.call(PollControlEvents(), from: peer).newest == 2)
    }

    @Test("An event is answered only once it is on disk")
    func holds() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        _ = try desk.call(SetControl(control: "a"), from: peer)
        try desk.send(SendControlEvents(control: "a", events: .touchDown), id: 1, from: peer)
        try desk.send(PollControlEvents(), id: 2, from: peer)
        #expect(try desk.replies(to: peer).isEmpty)
        _ = desk.dispatcher.endTurn()
        #expect(try desk.replies(to: peer).count == 2)
    }

    @Test("What is not there, out of date, or no event is refused and changes nothing")
    func refusals() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        #expect(code { _ = try desk.call(ShowControl(control: "a"), from: peer) } == .unknownControl)
        #expect(code { _ = try desk.call(RemoveControl(control: "a"), from: peer) } == .unknownControl)
        #expect(code { _ = try desk.call(ClearControl(control: "a"), from: peer) } == .unknownControl)
        #expect(code { _ = try desk.call(ChangeControlState(control: "a"), from: peer) } == .unknownControl)
        #expect(
            code { _ = try desk.call(SendControlEvents(control: "a", events: .touchDown), from: peer) }
                == .unknownControl
        )
        #expect(code { _ = try desk.call(SetControl(control: "a\n"), from: peer) } == .invalidName)
        #expect(code { _ = try desk.call(SetControl(control: "a", color: "red"), from: peer) } == .invalidControl)
        #expect(code { _ = try desk.call(SetControl(control: "a", spacing: .nan), from: peer) } == .invalidGeometry)
        #expect(
            code { _ = try desk.call(SetControl(control: "a", expectedVersion: 1), from: peer) } == .versionConflict
        )
        #expect(try desk.call(ListControls(), from: peer).controls.isEmpty)
        _ = try desk.call(SetControl(control: "a", expectedVersion: 0), from: peer)
        #expect(code { _ = try desk.call(SendControlEvents(control: "a", events: []), from: peer) } == .malformed)
        #expect(
            code { _ = try desk.call(RemoveControl(control: "a", expectedVersion: 2), from: peer) } == .versionConflict
        )
        #expect(
            code { _ = try desk.call(ChangeControlState(control: "a", set: .focused, clear: .focused), from: peer) }
                == .invalidControl
        )
        #expect(
            code { _ = try desk.call(ChangeControlState(control: "a", set: .focused, expectedVersion: 2), from: peer) }
                == .versionConflict
        )
        #expect(try desk.call(PollControlEvents(), from: peer).newest == 1)
    }

    @Test("Controls are listed by name, in pages that fit a frame")
    func list() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let text = String(repeating: "长", count: 133)
        for number in 0..<60 {
            let name = "c\(number + 100)"
            for state in UInt32(0)..<16 {
                _ = try desk.serve(
                    SetControl(
                        control: name,
                        state: ControlState(rawValue: state),
                        title: text,
                        image: text.excerpt(bytes: 200)
                    )
                )
            }
        }
        try desk.dispatcher.store.commit()
        var call = ListControls()
        var names: [String] = []
        var pages = 0
        repeat {
            let page = try desk.call(call, from: peer)
            names += page.controls.map(\.name)
            #expect(page.controls.allSatisfy { $0.values.count == 16 })
            call.after = page.next
            pages += 1
        } while call.after != nil
        #expect(names == (100..<160).map { "c\($0)" })
        #expect(pages > 1)
    }
}
