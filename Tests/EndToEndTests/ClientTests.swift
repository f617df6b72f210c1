import CartClient
import Glibc
import Testing
import TestSupport

/// The client library and cartctl where things go wrong around them.
@Suite("Clients in trouble")
struct ClientTests {
    @Test("cartctl has one timeout for connection and call together")
    func wholeTimeout() throws {
        let daemon = try TestDaemon()
        #expect(try daemon.cartctl("--timeout", "60", "show").status == 0)
        // No greeting comes back within a microsecond, so nothing is left for the call, however quickly it were answered.
        #expect(try daemon.cartctl("--timeout", "0.000001", "show").status == 75)
    }

    @Test("A daemon that stands still costs a call its timeout and no more, and the next call works")
    func standstill() throws {
        let daemon = try TestDaemon()
        let client = try CartClient(.init(socket: .path(daemon.socketPath), timeout: .seconds(60)))
        _ = try client.call(AddLineItem(product: "qianbao"))
        try daemon.running().stopRunning()
        let clock = ContinuousClock()
        let start = clock.now
        do throws(CartError) {
            _ = try client.call(AddLineItem(product: "qianbao"), timeout: .milliseconds(200))
            Issue.record("it was answered")
        } catch {
            #expect(error.code == .deadlineExceeded)
            #expect(error.details["mayHaveBeenDone"] == true)
        }
        #expect(clock.now - start >= .milliseconds(200) && clock.now - start < .seconds(30))
        #expect(try daemon.cartctl("--timeout", "0.2", "add", "qianbao").status == 75)
        try daemon.running().kill(SIGCONT)
        // What was sent is done; nobody repeated it.
        let shown = try client.call(ShowCart())
        #expect((1...3).contains(shown.cart.version))
        try daemon.eventually("what was sent is done") {
            try client.call(ShowCart()).cart.version == 3 || client.call(ShowStatus()).connections <= 2
        }
        #expect(try client.call(AddLineItem(product: "qianbao")).cart.version <= 4)
        #expect(daemon.stop() == 0)
    }

    @Test("Without descriptors to spare it is an error with words, never a crash", arguments: 3...14)
    func fewDescriptors(limit: Int) throws {
        let daemon = try TestDaemon()
        let outcome = try Program(
            "/bin/sh",
            ["-c", "ulimit -n \(limit); exec \"$@\"", "sh", Executables.cartctl, "--socket", daemon.socketPath, "add"]
        ).run()
        // 127 is the dynamic linker's, which needs descriptors of its own.
        #expect([0, 69, 127].contains(outcome.status), "\(outcome)")
        #expect(outcome.status == 0 || outcome.errors.contains("ope"), "\(outcome)")
    }

    @Test("Output that nobody reads any more does not kill it before the work is done")
    func closedOutput() throws {
        let daemon = try TestDaemon()
        let command = "\"$0\" --socket \"$1\" add qianbao | true"
        for _ in 0..<5 {
            _ = try Program("/bin/bash", ["-c", command, Executables.cartctl, daemon.socketPath]).run()
        }
        let answer: CartAnswer = try daemon.json("show")
        #expect(answer.cart.version == 5)
        #expect(daemon.stop() == 0)
    }

    @Test("Threads that share one client all get their own answers, over kills")
    func sharedClient() throws {
        let daemon = try TestDaemon()
        let client = try CartClient(.init(socket: .path(daemon.socketPath), timeout: .seconds(60)))
        let gate = try Gate()
        let threads = try (0..<8).map { number in
            try BackgroundThread {
                for round in 1...20 as ClosedRange<Int64> {
                    do {
                        let answer = try client.call(AddLineItem(cart: "c\(number)", product: "qianbao"))
                        #expect(answer.cart.name == "c\(number)")
                        #expect(answer.cart.version == round)
                    } catch {
                        Issue.record("thread \(number), round \(round): \(error)")
                    }
                    gate.open()
                }
            }
        }
        for _ in 0..<5 {
            gate.wait()
            daemon.kill()
            try daemon.start()
        }
        for thread in threads { thread.join() }
        #expect(try client.carts().map(\.version) == Array(repeating: 20, count: 8))
        #expect(daemon.stop() == 0)
    }
}
