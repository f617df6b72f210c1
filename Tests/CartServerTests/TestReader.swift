import CartModel
import CartServer
import CartStore

/// Reads at once, so that the test decides when the dispatcher is told.
final class TestReader: CatalogReading {
    private(set) var results: [CatalogReadResult] = []
    private(set) var cancelled: [UInt64] = []

    func read(_ job: consuming CatalogReadJob) {
        results.append(.read(job.number, job.run { false }))
    }

    func cancel(_ number: UInt64) {
        cancelled.append(number)
    }

    func load(_ load: ContentLoad) {
        results.append(.loaded(load, Result { () throws(CartError) in try load.run() }))
    }

    func dispose(of waste: StoreWaste) {
        waste.dispose()
    }

    func take() -> [CatalogReadResult] {
        defer { results = [] }
        return results
    }
}
