import Testing
import TestSupport

@testable import CartStore

@Suite("Table of answers")
struct AnswerTableTests {
    /// Against a list: few hashes and many, which spread over the table or stand close.
    @Test("Any order of insertions and removals", arguments: [1, 3, 50, 100_000] as [UInt32], [UInt64](1...3))
    func random(hashes: UInt32, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var table = AnswerTable()
        var model: [(hash: UInt32, location: AnswerTable.Location)] = []
        for step in 0..<4000 {
            // Grows, then shrinks.
            if Int.random(in: 0..<10, using: &random) < (step % 2000 < 1000 ? 8 : 2) {
                let spread = UInt32.random(in: 0..<hashes, using: &random)
                let hash = Bool.random(using: &random) ? spread &* (UInt32.max / hashes) : spread
                let location = AnswerTable.Location(
                    batch: .random(in: 0...9, using: &random),
                    place: UInt32(step)
                )
                table.insert(location, hash: hash)
                model.append((hash, location))
            } else if let index = model.indices.randomElement(using: &random) {
                let (hash, location) = model.remove(at: index)
                let removed = (table.remove(location, hash: hash), table.remove(location, hash: hash))
                #expect(removed == (true, false))
            }
            #expect(table.count == model.count)
            if step % 200 == 0 || model.count < 5 {
                for (hash, members) in Dictionary(grouping: model, by: \.hash) {
                    #expect(
                        Set(table.locations(of: hash)) == Set(members.map(\.location)),
                        "seed \(seed), step \(step)"
                    )
                }
            }
        }
    }

    @Test("Memory follows the number")
    func memory() {
        var table = AnswerTable()
        for round in 0..<2 {
            for number in 0..<20_000 as Range<UInt32> {
                table.insert(.init(batch: number, place: 0), hash: number &* 2_654_435_761)
            }
            #expect(table.memory < 20_000 * 24)
            for number in 0..<20_000 as Range<UInt32> {
                table.remove(.init(batch: number, place: 0), hash: number &* 2_654_435_761)
            }
            #expect(table.count == 0 && table.memory < 2000, "round \(round)")
        }
    }
}
