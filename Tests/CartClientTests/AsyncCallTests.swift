import CartClient
import Glibc
import Synchronization
import TestSupport
import Testing

/// Calls of tasks, over a socket, to a daemon that does what the test says.
@Suite struct AsyncCallTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("cartd.sock")
    }

    private func connect(timeout: Duration = .seconds(60)) async throws(CartError) -> CartClient {
        try await CartClient(.init(socket: .path(path), timeout: timeout, environment: [:]))
    }

    private func error(_ body: () async throws(CartError) -> Void) async -> CartError? {
        do {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    /// A task that a server's script can cancel.
    private final class Cancellable: Sendable {
        private let task = Mutex<Task<CartError?, Never>?>(nil)
        private let isCancelled = Mutex(false)

        func set(_ task: Task<CartError?, Never>) {
            self.task.withLock { $0 = task }
            if isCancelled.withLock({ $0 }) { task.cancel() }
        }

        func cancel() {
            isCancelled.withLock { $0 = true }
            task.withLock { $0 }?.cancel()
        }
    }

    private static func echo(_ peer: FakeConnection) throws {
        try peer.greet()
        while true {
            let call = try peer.request()
            guard case .addLineItem(let add) = try call.request.get() else { return }
            try peer.answerTo(call, CartAnswer.fake(version: add.quantity ?? 0))
        }
    }

    @Test func aTaskIsAnswered() async throws {
        let server = try FakeServer(at: path) { peer, _ in try Self.echo(peer) }
        let client = try await connect()
        #expect(client.daemon == .fake)
        #expect(try await client.call(AddLineItem(quantity: 7)).cart.version == 7)
        // A synchronous function makes the blocking call by the same name.
        func add() throws(CartError) -> Int64 { try client.call(AddLineItem(quantity: 8)).cart.version }
        #expect(try add() == 8)
        #expect(try await client.call(AddLineItem(quantity: 9)).cart.version == 9)
        #expect(server.connections == 1)
    }

    @Test func manyTasksShareTheConnection() async throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            // Nothing is answered before all are there.
            let calls = try (0..<1000).map { _ in try peer.request() }
            for call in calls.reversed() {
                guard case .addLineItem(let add) = try call.request.get() else { return }
                try peer.answerTo(call, CartAnswer.fake(version: add.quantity ?? 0))
            }
            peer.waitForEnd()
        }
        let client = try await connect()
        let right = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<1000 as Range<Int64> {
                group.addTask { try await client.call(AddLineItem(quantity: number)).cart.version == number }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(right == 1000)
        #expect(server.connections == 1)
    }

    @Test func threadsAndTasksShareTheConnection() async throws {
        let server = try FakeServer(at: path) { peer, _ in try Self.echo(peer) }
        let client = try await connect()
        let threads = try (0..<4).map { thread in
            try BackgroundThread {
                (0..<200).count { round in
                    let number = Int64(thread * 1000 + round)
                    return (try? client.call(AddLineItem(quantity: number)))?.cart.version == number
                }
            }
        }
        let right = await withTaskGroup(of: Int.self) { group in
            for task in 4..<8 {
                group.addTask {
                    var right = 0
                    for round in 0..<200 {
                        let number = Int64(task * 1000 + round)
                        let answer = try? await client.call(AddLineItem(quantity: number))
                        right += answer?.cart.version == number ? 1 : 0
                    }
                    return right
                }
            }
            return await group.reduce(0, +)
        }
        #expect(right == 800)
        #expect(try threads.map { try $0.value() } == Array(repeating: 200, count: 4))
        #expect(server.connections == 1)
    }

    @Test func aTasksCallSurvivesTheLossOfItsConnections() async throws {
        let keys = Mutex<[String?]>([])
        let server = try FakeServer(at: path) { peer, number in
            guard number != 1 else { return }
            try peer.greet(.fake(pid: Int32(number)))
            let call = try peer.request()
            keys.withLock { $0.append(call.idempotencyKey) }
            guard number > 2 else { return }
            try peer.answerTo(call, CartAnswer.fake(version: 5))
            peer.waitForEnd()
        }
        let client = try await connect()
        #expect(try await client.call(AddLineItem()).cart.version == 5)
        #expect(client.daemon.pid == 3)
        #expect(server.connections == 4)
        #expect(Set(keys.withLock { $0 }).count == 1)
    }

    @Test func aTasksCallKeepsItsTime() async throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let late = try peer.request()
            guard case .cancel(let cancel) = try peer.request().request.get() else { return }
            #expect(cancel.request == late.id)
            try peer.answerTo(late, CartAnswer.fake(version: 1))
            try peer.answerTo(peer.request(), CartAnswer.fake(version: 2))
            peer.waitForEnd()
        }
        let client = try await connect()
        let failure = await error { () async throws(CartError) in
            _ = try await client.call(AddLineItem(), timeout: .milliseconds(20))
        }
        #expect(failure?.code == .deadlineExceeded)
        #expect(failure?.details["timeoutMilliseconds"] == 20)
        #expect(failure?.details["mayHaveBeenDone"] == true)
        #expect(try await client.call(ShowCart()).cart.version == 2)
        for timeout in [Duration.zero, .seconds(-1)] {
            let failure = await error { () async throws(CartError) in
                _ = try await client.call(AddLineItem(), timeout: timeout)
            }
            #expect(failure?.code == .deadlineExceeded)
            #expect(failure?.details["mayHaveBeenDone"] == nil)
        }
        #expect(server.connections == 1)
    }

    @Test func aTaskWaitsNoLongerThanItsTimeForADaemonThatIsGone() async throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            _ = try peer.request()
        }
        let client = try await connect()
        let lost = await error { () async throws(CartError) in
            _ = try await client.call(AddLineItem(), timeout: .milliseconds(500))
        }
        // The time runs out between two attempts or in one of them.
        #expect(lost?.code == .connectionLost || lost?.code == .deadlineExceeded)
        #expect(lost?.message.contains("ended the connection") == true)
        #expect(lost?.details["mayHaveBeenDone"] == true)
        try server.end()
        let gone = await error { () async throws(CartError) in
            _ = try await client.call(ShowCart(), timeout: .milliseconds(500))
        }
        #expect(gone?.code == .noDaemon)
        #expect(gone?.details["attempts"] != nil)
    }

    @Test func aCancelledReadEndsAtOnce() async throws {
        let cancellable = Cancellable()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let call = try peer.request()
            cancellable.cancel()
            guard case .cancel(let cancel) = try peer.request().request.get() else { return }
            #expect(cancel.request == call.id)
            // Nobody waits for the word on it.
            try peer.answerTo(peer.request(), CartAnswer.fake(version: 2))
            peer.waitForEnd()
        }
        let client = try await connect()
        let task = Task { await error { () async throws(CartError) in _ = try await client.call(ShowCart()) } }
        cancellable.set(task)
        let failure = await task.value
        #expect(failure?.code == .cancelled)
        #expect(failure?.details["mayHaveBeenDone"] == nil)
        #expect(try await client.call(ShowCart()).cart.version == 2)
        #expect(server.connections == 1)
    }

    @Test func aCancelledChangeEndsWithTheDaemonsWordOnIt() async throws {
        let refusal = CartError(.cancelled, "not done", details: ["applied": false])
        for isDone in [false, true] {
            unlink(path)
            let cancellable = Cancellable()
            let server = try FakeServer(at: path) { peer, _ in
                try peer.greet()
                let call = try peer.request()
                cancellable.cancel()
                let cancel = try peer.request()
                guard isDone else {
                    try peer.refuse(call.id, refusal)
                    try peer.answerTo(cancel, CancelRequest.Answer(cancelled: true))
                    return peer.waitForEnd()
                }
                try peer.answerTo(cancel, CancelRequest.Answer(cancelled: false))
                try peer.answerTo(call, CartAnswer.fake(version: 3))
                peer.waitForEnd()
            }
            let client = try await connect()
            let task = Task { await error { () async throws(CartError) in _ = try await client.call(AddLineItem()) } }
            cancellable.set(task)
            #expect(await task.value == (isDone ? nil : refusal))
            #expect(server.connections == 1)
        }
    }

    @Test func aCancelledChangeThatIsLostMayHaveBeenDone() async throws {
        let cancellable = Cancellable()
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet()
            guard number == 0 else { return peer.waitForEnd() }
            _ = try peer.request()
            cancellable.cancel()
            _ = try peer.request()
        }
        let client = try await connect()
        let task = Task { await error { () async throws(CartError) in _ = try await client.call(AddLineItem()) } }
        cancellable.set(task)
        let failure = await task.value
        #expect(failure?.code == .cancelled)
        #expect(failure?.details["mayHaveBeenDone"] == true)
        #expect(server.connections >= 1)
    }

    @Test func aDaemonThatSaysNothingDoesNotHoldACancelledTask() async throws {
        let cancellable = Cancellable()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            _ = try peer.request()
            cancellable.cancel()
            peer.waitForEnd()
        }
        let client = try await connect(timeout: .seconds(600))
        let task = Task { await error { () async throws(CartError) in _ = try await client.call(AddLineItem()) } }
        cancellable.set(task)
        let failure = await task.value
        #expect(failure?.code == .cancelled)
        #expect(failure?.details["mayHaveBeenDone"] == true)
        #expect(server.connections == 1)
    }

    @Test func aTaskThatIsCancelledAlreadyAsksNothing() async throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            guard case .showCart = try peer.request().request.get() else { return }
            peer.waitForEnd()
        }
        let client = try await connect()
        let task = Task { () -> CartError? in
            while !Task.isCancelled { await Task.yield() }
            return await error { () async throws(CartError) in _ = try await client.call(AddLineItem()) }
        }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        #expect(server.connections == 1)
    }

    @Test func strayEventsForATasksCallDoNotKeepItFromBeingCancelled() async throws {
        let rounds = 20
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            for _ in 0..<rounds {
                let call = try peer.request()
                let stray = try Frames.event(call.id, WatchCart.Event(sequence: 1, kind: .changed))
                let strays = Array(repeatElement(stray, count: 50).joined())
                var next: RequestEnvelope?
                while next == nil {
                    try peer.send(strays)
                    next = try peer.requestIfAny()
                }
                #expect(try next?.request.get() == .cancel(CancelRequest(request: call.id)))
            }
            peer.waitForEnd()
        }
        let client = try await connect()
        for round in 0..<rounds {
            let call = Task { await error { () async throws(CartError) in _ = try await client.call(ShowCart()) } }
            // Somewhere in the flood.
            try await Task.sleep(for: .milliseconds(1 + round % 5))
            call.cancel()
            #expect(await call.value?.code == .cancelled)
        }
        #expect(server.connections == 1)
    }

    @Test func tasksReadPagesToo() async throws {
        let names = ["a", "b", "c", "d", "e"]
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            while true {
                let call = try peer.request()
                guard case .listCarts(let list) = try call.request.get() else { return }
                let start = list.after.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
                let page = names[start...].prefix(2)
                try peer.answerTo(
                    call,
                    ListCarts.Answer(
                        carts: page.map { .init(name: $0, catalog: "shop", version: 1, capacity: 6, lines: 0) },
                        next: page.endIndex < names.endIndex ? page.last : nil
                    )
                )
            }
        }
        let client = try await connect()
        #expect(try await client.carts().map(\.name) == names)
        #expect(server.connections == 1)
    }

    @Test func noDescriptorOfTheLibraryIsInherited() async throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            while true { try peer.tell(peer.request().id, WatchCart.Event(sequence: 1, kind: .snapshot)) }
        }
        let client = try await connect()
        let queue = try client.subscribe(to: WatchCart())
        _ = try queue.descriptor
        _ = try await queue.next()
        // What this thread waits with, what the library's own waits with, and the queue's.
        let alarms = TemporaryFolder.names(in: "/proc/self/fd").compactMap { Int32($0) }.filter { number in
            var target = [CChar](repeating: 0, count: 64)
            let count = readlink("/proc/self/fd/\(number)", &target, target.count)
            let name = target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
            return String(decoding: name, as: UTF8.self).contains("eventfd")
        }
        #expect(alarms.count >= 3)
        // One that another test has closed meanwhile is none of the library's.
        #expect(alarms.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 || fcntl($0, F_GETFD) < 0 })
        #expect(server.connections == 1)
    }

    @Test func tasksAreToldWhyThereIsNoDaemon() async throws {
        #expect(await error { () async throws(CartError) in _ = try await connect() }?.code == .noDaemon)
        let server = try FakeServer(at: path) { peer, _ in
            _ = try peer.request()
            try peer.refuse(nil, CartError(.permissionDenied, "not you"))
            peer.waitForEnd()
        }
        #expect(await error { () async throws(CartError) in _ = try await connect() }?.message == "not you")
        #expect(server.connections == 1)
    }

    @Test func theThreadOfTheLibraryTakesNoSignals() async throws {
        /// The masks of blocked signals of all threads, by their number.
        func threads() -> [String: UInt64] {
            var masks: [String: UInt64] = [:]
            for thread in TemporaryFolder.names(in: "/proc/self/task") {
                let status = (try? text(ofFile: "/proc/self/task/\(thread)/status")) ?? ""
                let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
                if let mask = line.flatMap({ UInt64($0.dropFirst(7).drop { $0 == "\t" }, radix: 16) }) {
                    masks[thread] = mask
                }
            }
            return masks
        }
        let server = try FakeServer(at: path) { peer, _ in try Self.echo(peer) }
        let client = try await connect()
        _ = try await client.call(AddLineItem(quantity: 1))
        let faults = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGKILL, SIGSTOP]
        let expected = [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGUSR1, SIGALRM].reduce(UInt64(0)) {
            $0 | 1 << UInt64($1 - 1)
        }
        let forbidden = faults.reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
        let quiet = threads().filter { $0.value & expected == expected && $0.value & forbidden == 0 }
        #expect(!quiet.isEmpty)
        #expect(client.daemon == .fake && server.connections == 1)
    }
}
