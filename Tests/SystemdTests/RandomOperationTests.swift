import Glibc
import Systemd
import Testing
import TestSupport

@Suite("Random operations on a loop")
struct RandomOperationTests {
    @Test func noCancelledSourceRunsWhateverHandlersDo() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        let playground = try Playground(seed: seed)
        for _ in 0..<20_000 { try playground.step() }
        #expect(playground.violations == 0, "seed \(seed)")
        #expect(playground.dispatches > 5000, "seed \(seed)")
    }
}

/// Sources of all kinds, whose handlers make, change, cancel and release each other at random.
private final class Playground {
    private let loop: EventLoop
    private let sockets: [Sockets]
    private var inputs: [IOSource?]
    private var works: [WorkSource] = []
    private var timers: [TimerSource] = []
    private var posts: [PostSource] = []
    private var random: SplitMix64
    private(set) var violations = 0
    private(set) var dispatches = 0

    init(seed: UInt64) throws {
        loop = try EventLoop()
        sockets = try (0..<6).map { _ in try Sockets() }
        inputs = Array(repeating: nil, count: 6)
        random = SplitMix64(seed: seed)
        // A source that was released in its own handler is there until the handler ends, and keeps its descriptor
        // from being added again.
        loop.onError = { [unowned self] _, error in
            if (error as? SystemdError)?.code.rawValue != EEXIST { violations += 1 }
        }
    }

    func step() throws {
        try act()
        try loop.runOnce(timeout: .zero)
    }

    /// What every handler does.
    private func handle(_ source: EventSource) throws {
        dispatches += 1
        if source.isCancelled { violations += 1 }
        for _ in 0..<Int.random(in: 0...3, using: &random) { try act() }
        // Whatever was done to it, its own handler is still whole.
        if Int.random(in: 0..<4, using: &random) == 0 { source.cancel() }
    }

    private func act() throws {
        let place = Int.random(in: 0..<6, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: put("x", on: sockets[place].second)
        case 1: take(10, from: sockets[place].first)
        case 2:
            inputs[place]?.cancel()
            inputs[place] = try loop.addIO(sockets[place].first, events: .readable) { [unowned self] source, _ in
                take(1, from: sockets[place].first)
                try handle(source)
            }
        case 3: inputs[place] = nil
        case 4 where works.count < 8:
            let priority = EventPriority(rawValue: Int64.random(in: -3...3, using: &random))
            works.append(try loop.addWork(priority: priority) { [unowned self] in try handle($0) })
        case 5: works.randomElement(using: &random)?.cancel()
        case 6: if !works.isEmpty { works.remove(at: Int.random(in: works.indices, using: &random)) }
        case 7: for work in works where !work.isCancelled { try work.schedule() }
        case 8 where timers.count < 8:
            let timer = try loop.addTimer(accuracy: .zero) { [unowned self] in try handle($0) }
            try timer.arm(after: .microseconds(Int.random(in: 0...200, using: &random)))
            timers.append(timer)
        case 9: if !timers.isEmpty { timers.removeLast() }
        case 10 where posts.count < 3: posts.append(try loop.addPost { [unowned self] in try handle($0) })
        case 11: if !posts.isEmpty { posts.removeFirst() }
        default: break
        }
    }
}
