import CartModel
import Testing

@Suite("The history of changes")
struct ChangeHistoryTests {
    func history(_ count: Int, limit: Int = 8, newest: Int64 = 0) throws -> ChangeHistory {
        var history = ChangeHistory(newest: newest, count: limit)
        for number in 0..<count { history.append(.catalogRemoved(name: "\(number)")) }
        history.commit()
        return history
    }

    func sequences(_ history: ChangeHistory, after sequence: Int64? = nil) -> [Int64] {
        history.changes(after: sequence).changes.map(\.sequence)
    }

    @Test("Changes are numbered one by one, and told after the one that is known")
    func order() throws {
        let history = try history(5)
        #expect(history.newest == 5)
        #expect(sequences(history) == [1, 2, 3, 4, 5])
        #expect(sequences(history, after: 0) == [1, 2, 3, 4, 5])
        #expect(sequences(history, after: 3) == [4, 5])
        #expect(sequences(history, after: 5).isEmpty)
        for known in Int64(0)...5 { #expect(history.isComplete(after: known)) }
        #expect(!history.changes(after: nil).isIncomplete)
    }

    @Test("What is forgotten, or of another history, is said to be missing", arguments: 1...40)
    func forgotten(count: Int) throws {
        let history = try history(count, newest: 100)
        let kept = sequences(history)
        #expect(kept.count >= min(count, 6))
        #expect(kept.count <= 8)
        #expect(kept == Array(kept[0]...100 + Int64(count)))
        for known in [Int64.min, -1, 0, kept[0] - 2, 101 + Int64(count), Int64.max] {
            let (changes, isIncomplete) = history.changes(after: known)
            #expect(isIncomplete, "\(known)")
            #expect(!history.isComplete(after: known))
            #expect(changes.map(\.sequence) == kept)
            // The number that is told instead comes before all that is told next, and may be named without harm.
            let told = history.forgotten(near: known)
            #expect((0...history.newest).contains(told) && !history.isComplete(after: told), "\(known)")
            if (0...history.newest).contains(known) { #expect(told == known) }
        }
        #expect(try self.history(0).forgotten(near: .max) == 0)
        #expect(history.forgotten == kept[0] - 1)
        #expect(history.isComplete(after: kept[0] - 1))
        #expect(sequences(history, after: kept[0] - 1) == kept)
    }

    @Test("Taking back leaves what was final before", arguments: [1, 3, 7, 20])
    func rollback(count: Int) throws {
        var history = try history(3)
        for _ in 0..<count { history.append(.catalogRemoved(name: "d")) }
        #expect(history.hasUncommitted)
        #expect(history.newest == 3 + Int64(count))
        history.rollback()
        #expect(!history.hasUncommitted)
        #expect(history.uncommittedBytes == 0)
        #expect(history.newest == 3)
        #expect(sequences(history).allSatisfy { $0 <= 3 })
        // Whoever knew all that was final has missed nothing, and the next number is the next one.
        #expect(history.isComplete(after: 3))
        #expect(history.append(.catalogRemoved(name: "e")) == 4)
        #expect(sequences(history, after: 3) == [4])
        #expect(history.isComplete(after: 3))
    }

    func text(of change: Change) -> Int {
        guard case .cart(let cart) = change.subject else {
            return 0
        }
        return cart.lines.reduce(0) { $0 + $1.product.name.utf8.count }
    }

    @Test("However large the changes are, they stay within the bound, and the newest is there")
    func bytes() throws {
        let limit = 100_000
        var history = ChangeHistory(bytes: limit)
        // A line takes about 500 bytes.
        for lines in [1, 10, 1000, 3, 100, 1] {
            for _ in 0..<(lines == 1000 ? 3 : 300) {
                let products = (0..<lines).map {
                    Product(id: "p\($0)", name: String(repeating: "x", count: 380))
                }
                let cart = try Cart(
                    name: "c",
                    catalog: "shop",
                    capacity: 1000,
                    version: 1,
                    lines: products.map { try LineItem(product: $0, quantity: 1) }
                )
                history.append(.cart(cart))
                let kept = history.changes(after: nil).changes
                #expect(kept.last?.sequence == history.newest)
                #expect(kept.count == 1 || kept.reduce(0) { $0 + text(of: $1) } <= limit)
                #expect(history.isFilledByUncommitted == (history.uncommittedBytes > limit / 2))
                history.commit()
            }
            let kept = history.changes(after: nil).changes.count
            #expect(kept == 1 || kept * (lines * 600 + 400) >= limit / 2, "\(kept) of \(lines)")
        }
    }
}
