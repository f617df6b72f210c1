import CartModel
import CartServer
import CartStore

/// Reads when it is asked for what was read, so that the test decides when the dispatcher is told.
final class TestReader: CatalogReading {
    private final class Waiting {
        let job: CatalogReadJob

        init(_ job: consuming CatalogReadJob) { self.job = job }
    }

    private var waiting: [Waiting] = []
    private var loads: [ContentLoad] = []
    private(set) var cancelled: [UInt64] = []

    func read(_ job: consuming CatalogReadJob) {
        waiting.append(Waiting(job))
    }

    func cancel(_ number: UInt64) {
        cancelled.append(number)
        waiting.removeAll { $0.job.number == number }
    }

    func load(_ load: ContentLoad) {
        loads.append(load)
    }

    func dispose(of waste: StoreWaste) {
        waste.dispose()
    }

    func take() -> [CatalogReadResult] {
        defer { (waiting, loads) = ([], []) }
        return waiting.map { .read($0.job.number, $0.job.run { false }) }
            + loads.map { load in .loaded(load, Result { () throws(CartError) in try load.run() }) }
    }
}
