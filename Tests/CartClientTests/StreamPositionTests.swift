import CartClient
import Testing

/// Where a stream goes on after an interruption, and what its reader is told.
@Suite struct StreamPositionTests {
    private func cart(_ kind: StreamEventKind, _ sequence: Int64) -> WatchCart.Event {
        WatchCart.Event(sequence: sequence, kind: kind)
    }

    private func carts(_ kind: StreamEventKind, _ sequence: Int64, more: Bool? = nil) -> WatchCarts.Event {
        WatchCarts.Event(sequence: sequence, kind: kind, carts: [], more: more)
    }

    private func take(_ position: inout StreamPosition, _ event: some StreamEvent) -> Bool { position.take(event) }

    @Test func goesOnAfterTheLastChange() {
        var position = StreamPosition(first: nil)
        #expect(position.from == nil)
        #expect(take(&position, cart(.snapshot, 5)))
        #expect(position.from == 5)
        #expect(take(&position, cart(.changed, 9)))
        #expect(position.from == 9)
        // The reader knows of no interruption.
        #expect(!take(&position, cart(.resumed, 9)))
        #expect(position.from == 9)
    }

    @Test func tellsNoChangeTwice() {
        var position = StreamPosition(first: nil)
        #expect(take(&position, cart(.snapshot, 5)))
        #expect(!take(&position, cart(.changed, 5)))
        #expect(take(&position, cart(.changed, 6)))
        #expect(!take(&position, cart(.changed, 6)))
        #expect(!take(&position, cart(.init(rawValue: "painted"), 4)))
        #expect(take(&position, cart(.init(rawValue: "painted"), 7)))
        #expect(position.from == 7)
    }

    @Test func theFirstAnswerToACallersOwnFromIsTold() {
        var position = StreamPosition(first: 17)
        #expect(position.from == 17)
        #expect(take(&position, cart(.resumed, 17)))
        #expect(position.from == 17)
        #expect(!take(&position, cart(.changed, 17)))
        #expect(take(&position, cart(.changed, 18)))
    }

    @Test func aSnapshotBeginsAnewAfterAResync() {
        var position = StreamPosition(first: nil)
        #expect(take(&position, cart(.snapshot, 50)))
        #expect(take(&position, cart(.resync, 50)))
        #expect(position.from == -1)
        // Another store may count from less.
        #expect(take(&position, cart(.snapshot, 3)))
        #expect(position.from == 3)
        #expect(take(&position, cart(.changed, 4)))
    }

    @Test func inAnotherStoreItBeginsAnew() {
        var position = StreamPosition(first: nil)
        position.forget()
        #expect(position.from == nil)
        #expect(take(&position, cart(.snapshot, 50)))
        position.forget()
        #expect(position.from == -1)
        #expect(take(&position, cart(.resync, 2)))
        #expect(take(&position, cart(.snapshot, 2)))
        #expect(position.from == 2)
    }

    @Test func anInterruptedSnapshotIsBegunAnew() {
        var position = StreamPosition(first: nil)
        #expect(take(&position, carts(.snapshot, 10, more: true)))
        #expect(position.from == -1, "which no daemon has in its history")
        #expect(take(&position, carts(.resync, -1)))
        #expect(take(&position, carts(.snapshot, 12, more: true)))
        #expect(take(&position, carts(.snapshot, 14, more: true)))
        #expect(position.from == -1)
        #expect(take(&position, carts(.snapshot, 15)))
        // What has changed while the pages came follows them.
        #expect(position.from == 12)
        #expect(take(&position, carts(.changed, 13)))
        #expect(position.from == 13)
    }
}
