import CartModel
import CartServer

/// Reads when it is asked for what was read, so that the test decides when the dispatcher is told.
final class TestReader: CatalogReading {
    private final class Waiting {
        let job: CatalogReadJob

        init(_ job: consuming CatalogReadJob) { self.job = job }
    }

    private var waiting: [Waiting] = []

    func read(_ job: consuming CatalogReadJob) {
        waiting.append(Waiting(job))
    }

    func giveUp(_ number: UInt64) {
        waiting.removeAll { $0.job.number == number }
    }

    func take() -> [(UInt64, Result<Catalog, CartError>)] {
        defer { waiting = [] }
        return waiting.map { ($0.job.number, $0.job.run()) }
    }
}
