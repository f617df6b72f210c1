package import CartModel
import CartProtocol

/// Shows the product at work: a daemon that starts by itself, a cart that fills up, the grid that a screen draws, and a
/// restart that loses nothing.
package struct Demo {
    private let session: Session
    private let stage: any DemoStage
    private let service: any CartService
    private var narrator: DemoNarrator
    private var record: DemoRecord

    /// Runs the demo and clears the stage, whatever happens.
    ///
    /// - Throws: What a call that should work is refused with, `demoFailed`, `cancelled` after a signal.
    package static func run(in session: Session, on stage: any DemoStage) throws(CartError) -> any Report {
        let begin = stage.now()
        let played: Result<DemoRecord, CartError>
        do throws(CartError) {
            var demo = try Demo(session: session, stage: stage)
            try demo.play()
            played = .success(demo.record)
        } catch {
            played = .failure(stage.interruption.map { .interrupted(by: $0) } ?? error)
        }
        try stage.clear()
        var record = try played.get()
        record.milliseconds = Milliseconds(nanoseconds: stage.now() - begin)
        return DemoReport(record: record, folder: stage.folder)
    }

    /// Starts the first daemon by connecting to it.
    private init(session: Session, stage: any DemoStage) throws(CartError) {
        self.session = session
        self.stage = stage
        narrator = DemoNarrator(session: session)
        narrator.introduce()
        let begin = stage.now()
        service = try session.connect(stage.options(from: session.options))
        let daemon = service.daemon
        record = DemoRecord(daemon: daemon, start: Milliseconds(nanoseconds: stage.now() - begin))
        narrator.started(record.daemon, after: record.start, folder: stage.folder)
    }

    private mutating func play() throws(CartError) {
        try showCatalogs()
        try fill()
        try layOut()
        try restart()
        try empty()
    }

    private mutating func showCatalogs() throws(CartError) {
        record.catalogs = try call(ListCatalogs()).answer.catalogs
        narrator.catalogs(record.catalogs)
    }

    private mutating func fill() throws(CartError) {
        narrator.fills()
        for _ in 0..<Cart.defaultCapacity {
            let (answer, time) = try call(AddLineItem())
            guard let line = answer.cart.lines.last else {
                throw .demoFailed("the cart is empty after an add")
            }
            let step = DemoStep(product: line.product, answer: answer, time: time)
            record.adds.append(step)
            narrator.added(step)
        }
        do throws(CartError) {
            _ = try call(AddLineItem())
        } catch  where error.code == .cartFull {
            record.refusal = error
            narrator.refused(error)
            return
        }
        throw .demoFailed("one add more than the cart has room for was not refused")
    }

    private mutating func layOut() throws(CartError) {
        let call = LayOutGrid(width: 280, height: 220)
        try checkInterruption()
        record.grid = GridReport(answer: try service.layOutGrid(call), call: call)
        narrator.laidOut(record.grid)
    }

    private mutating func restart() throws(CartError) {
        let before = try call(ShowCart()).answer
        narrator.restarts(record.daemon)
        try stage.stopDaemon(record.daemon.pid)
        let (after, time) = try call(ShowCart())
        guard after == before, service.daemon.pid != record.daemon.pid else {
            throw .demoFailed("the cart is another one after a restart")
        }
        record.restart = .init(daemon: service.daemon, time: time)
        narrator.restarted(service.daemon, cart: after, after: time)
    }

    private mutating func empty() throws(CartError) {
        narrator.empties()
        for _ in 0..<2 {
            let last = record.adds.dropLast(record.removes.count).last?.product
            let (answer, time) = try call(RemoveLineItem())
            let step = DemoStep(product: last, answer: answer, time: time)
            record.removes.append(step)
            narrator.removed(step)
        }
        let (answer, time) = try call(ClearCart())
        let step = DemoStep(product: nil, answer: answer, time: time)
        record.cleared = step
        narrator.cleared(step)
    }

    private func call<M: Method>(_ method: M) throws(CartError) -> (answer: M.Answer, time: Milliseconds) {
        try checkInterruption()
        let begin = stage.now()
        let answer = try service.call(method)
        return (answer, Milliseconds(nanoseconds: stage.now() - begin))
    }

    private func checkInterruption() throws(CartError) {
        if let signal = stage.interruption {
            throw .interrupted(by: signal)
        }
    }
}
