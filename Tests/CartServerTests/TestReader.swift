import CartModel
import CartServer

/// Reads at once, so that the test decides when the dispatcher is told.
final class TestReader: CatalogReading {
    private(set) var cancelled: [UInt64] = []
    private(set) var results: [(UInt64, Result<Catalog, CartError>)] = []

    func read(_ job: consuming CatalogReadJob) {
        results.append((job.number, job.run()))
    }

    func cancel(_ number: UInt64) {
        cancelled.append(number)
    }

    func take() -> [(UInt64, Result<Catalog, CartError>)] {
        defer { results = [] }
        return results
    }
}
