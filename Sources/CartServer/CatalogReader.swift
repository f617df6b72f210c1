import CartModel
import CartStore
import Synchronization
import UnixSockets

/// Reads catalogs on threads of their own: files to import one after another, and beside them what is in the store
/// already, for which nobody should wait until a large file has been imported.
final class CatalogReader: CatalogReading, Sendable {
    private struct State: ~Copyable {
        /// The imports that wait or are being read.
        var imports: [UInt64: Import] = [:]
        var finished: [CatalogReadResult] = []
    }

    /// An import, its file open until the reader begins with it or nobody wants it any more.
    private final class Import: Sendable {
        let job: Mutex<CatalogReadJob?>
        let isCancelled = Atomic(false)
        /// What the worker calls it, once that has it.
        let work = Mutex<UInt64?>(nil)

        init(_ job: consuming CatalogReadJob) {
            self.job = Mutex(job)
        }

        func take() -> CatalogReadJob? {
            job.withLock { $0.take() }
        }

        /// Reads the file, which is closed when this returns; nil where it was cancelled before.
        func run() -> Result<StagedCatalog, CartError>? {
            guard let job = take() else {
                return nil
            }
            return job.run { isCancelled.load(ordering: .relaxed) }
        }
    }

    private let state = Mutex(State())
    private let wake: @Sendable () -> Void
    /// Reads files to import.
    let files = Worker()
    /// Reads what is in the store.
    private let contents = Worker()

    /// Creates a reader.
    ///
    /// - Parameter wake: Is called, on any thread, whenever ``takeFinished()`` has something.
    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
    }

    func read(_ job: consuming CatalogReadJob) {
        let number = job.number
        let waiting = Import(job)
        state.withLock { $0.imports[number] = waiting }
        let work = files.add { [self] in
            guard let result = waiting.run() else {
                return
            }
            state.withLock { $0.imports[number] = nil }
            finish(.read(number, result))
        }
        waiting.work.withLock { $0 = work }
    }

    func cancel(_ number: UInt64) {
        guard let waiting = state.withLock({ $0.imports.removeValue(forKey: number) }) else {
            return
        }
        waiting.isCancelled.store(true, ordering: .relaxed)
        // Closes the file of one that has not begun, and leaves nothing of it.
        _ = waiting.take()
        if let work = waiting.work.withLock({ $0 }) {
            files.remove(work)
        }
    }

    func load(_ load: ContentLoad) {
        contents.add { [self] in
            finish(.loaded(load, Result { () throws(CartError) in try load.run() }))
        }
    }

    func dispose(of waste: StoreWaste) {
        contents.add { waste.dispose() }
    }

    /// Whether anything is being read or done away with.
    var isRunning: Bool { files.isRunning || contents.isRunning }

    /// Takes what has been read since the last call.
    func takeFinished() -> [CatalogReadResult] {
        state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
    }

    private func finish(_ result: consuming CatalogReadResult) {
        state.withLock { [result] in $0.finished.append(result) }
        wake()
    }
}
