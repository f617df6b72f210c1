import CartClient
import Glibc
import Synchronization
import TestSupport
import Testing
import UnixSockets

/// Calls whose time is over, or that are taken back, while something else goes on.
@Suite struct GivenUpCallTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("cartd.sock")
    }

    private func connect() throws(CartError) -> CartClient {
        try CartClient(.init(socket: .path(path), timeout: .seconds(60), environment: [:]))
    }

    private func quantity(_ call: RequestEnvelope) throws -> Int64 {
        guard case .addLineItem(let add) = try call.request.get() else { throw FakeConnection.Ended() }
        return add.quantity ?? 0
    }

    @Test func strayEventsForACallDoNotHoldUpItsEnd() throws {
        let reached = try Signal()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let slow = try peer.request()
            reached.send()
            while true {
                let call = try peer.request()
                guard case .showCart = try call.request.get() else {
                    for call in [call, slow] { try peer.answerTo(call, CartAnswer.fake(version: quantity(call))) }
                    return peer.waitForEnd()
                }
                let stray = try Frames.event(call.id, WatchCart.Event(sequence: 1, kind: .changed))
                let strays = Array(repeatElement(stray, count: 50).joined())
                // One of them is being taken apart whenever the call's thread looks; then silence, well after the call's time.
                var cancel: RequestEnvelope?
                let end = ContinuousClock.now + .milliseconds(200)
                while cancel == nil, ContinuousClock.now < end {
                    try peer.send(strays)
                    cancel = try peer.requestIfAny()
                }
                let request = try (cancel ?? peer.request()).request.get()
                #expect(request == .cancel(CancelRequest(request: call.id)))
            }
        }
        let client = try connect()
        let slow = try BackgroundThread { (try? client.call(AddLineItem(quantity: 1)))?.cart.version }
        reached.wait()
        for _ in 0..<20 {
            let error = #expect(throws: CartError.self) { try client.call(ShowCart(), timeout: .milliseconds(20)) }
            #expect(error?.code == .deadlineExceeded)
        }
        #expect(try client.call(AddLineItem(quantity: 2)).cart.version == 2)
        // It has not had to give up first.
        #expect(try slow.value() == 1)
        #expect(server.connections == 1)
    }

    @Test func whatWasGivenUpBeforeItWasSentIsNotSentLater() async throws {
        // Longer than what a socket holds, so that what comes after it has to wait.
        let long = String(repeating: "x", count: 900_000)
        let go = try Signal()
        let seen = Mutex<[Request?]>([])
        try folder.write("file", to: "file.plist")
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            go.wait()
            while true {
                let call = try peer.request()
                let request = try? call.request.get()
                seen.withLock { $0.append(request) }
                if case .addLineItem = request { try peer.answerTo(call, CartAnswer.fake(version: 7)) }
            }
        }
        let client = try connect()
        func error(_ call: () async throws(CartError) -> Void) async -> CartError? {
            do {
                try await call()
                return nil
            } catch {
                return error
            }
        }
        let (short, before) = (Duration.milliseconds(20), ListCarts(after: long))
        #expect(throws: CartError.self) { try client.call(before, timeout: short) }
        let late = try (0..<20).map { _ in
            try BackgroundThread { () -> CartError? in
                do throws(CartError) {
                    _ = try client.call(AddLineItem(product: "late"), timeout: .milliseconds(20))
                    return nil
                } catch {
                    return error
                }
            }
        }
        for error in try late.map({ try $0.value() }) {
            #expect(error?.code == .deadlineExceeded)
            #expect(error?.details["mayHaveBeenDone"] == nil, "it was never sent")
        }
        let file = folder.file("file.plist")
        let imported = await error { () async throws(CartError) in
            _ = try await client.importCatalog(named: "late", from: file, timeout: short)
        }
        #expect(imported?.code == .deadlineExceeded && imported?.details["mayHaveBeenDone"] == nil)
        let cancelled = Task {
            await error { () async throws(CartError) in _ = try await client.call(AddLineItem(product: "cancelled")) }
        }
        try await Task.sleep(for: short)
        cancelled.cancel()
        let cancellation = await cancelled.value
        #expect(cancellation?.code == .cancelled && cancellation?.details["mayHaveBeenDone"] == nil)
        let stream = try client.subscribe(to: WatchCart(cart: "late"))
        stream.cancel()

        go.send()
        #expect(try await client.call(AddLineItem(product: "next")).cart.version == 7)
        #expect(
            seen.withLock { $0 } == [
                .listCarts(before), .cancel(CancelRequest(request: 1)), .addLineItem(AddLineItem(product: "next")),
            ]
        )
        #expect(server.connections == 1)
    }

    @Test func impatientThreadsMixUpNothingOnASlowConnection() throws {
        let seed = UInt64.random(in: 0 ... .max)
        let generator = Mutex(SplitMix64(seed: seed))
        @Sendable func draw(_ range: Range<Int>) -> Int { generator.withLock { Int.random(in: range, using: &$0) } }
        for number in 0..<5 { try folder.write("file \(number)", to: "\(number).plist") }
        let isWrong = Mutex(false)
        let answered = Mutex(0)
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            while true {
                // Reads so slowly that requests wait for room, some of them for longer than their time.
                if draw(0..<4) == 0 { usleep(3000) }
                let call = try peer.request()
                switch try call.request.get() {
                case .importCatalog(let method):
                    var text = [UInt8](repeating: 0, count: 100)
                    guard let file = peer.passedDescriptor() else { throw FakeConnection.Ended() }
                    let count = pread(file.rawValue, &text, text.count, 0)
                    let content = String(decoding: text.prefix(max(0, count)), as: UTF8.self)
                    if content != method.catalog { isWrong.withLock { $0 = true } }
                    let summary = CatalogSummaryView(name: content, version: 1, groups: 1, products: 1)
                    try peer.answerTo(call, ImportCatalog.Answer(catalog: summary))
                case .listCarts(let list): try peer.answerTo(call, ListCarts.Answer(carts: [], next: list.after))
                case .addLineItem: try peer.answerTo(call, CartAnswer.fake(version: quantity(call)))
                case .cancel: try peer.answerTo(call, CancelRequest.Answer(cancelled: false))
                default: isWrong.withLock { $0 = true }
                }
            }
        }
        let client = try connect()
        let folder = folder
        let workers = try (0..<6).map { worker in
            try BackgroundThread { () -> String? in
                for round in 0..<40 {
                    let timeout = Duration.milliseconds(draw(0..<3) == 0 ? 60_000 : draw(1..<20))
                    let number = Int64(worker * 1000 + round)
                    do throws(CartError) {
                        let isRight: Bool
                        switch draw(0..<4) {
                        case 0:
                            let (name, path) = ("file \(number % 5)", folder.file("\(number % 5).plist"))
                            isRight =
                                try client.importCatalog(named: name, from: path, timeout: timeout).catalog.name == name
                        case 1:
                            let after = "\(number)" + String(repeating: "x", count: draw(0..<300_000))
                            isRight = try client.call(ListCarts(after: after), timeout: timeout).next == after
                        default:
                            let add = AddLineItem(quantity: number)
                            isRight = try client.call(add, timeout: timeout).cart.version == number
                        }
                        guard isRight else { return "call \(number) has the answer to another" }
                        answered.withLock { $0 += 1 }
                    } catch {
                        guard error.code == .deadlineExceeded else { return "call \(number): \(error)" }
                    }
                }
                return nil
            }
        }
        #expect(try workers.compactMap { try $0.value() } == [], "seed \(seed)")
        #expect(!isWrong.withLock { $0 }, "seed \(seed)")
        #expect(answered.withLock { $0 } > 0 && server.connections == 1, "seed \(seed)")
    }
}
