import Glibc
import Systemd
import Testing

@Suite("Signals")
struct SignalTests {
    @Test func signalBecomesAnEvent() throws {
        // Directed at this thread, so that no other test's thread can be hit by it.
        let number = SIGUSR1
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let loop = try EventLoop()
        let seen = Box<[SignalInfo]>([])
        let source = try loop.addSignal(number) { _, info in seen.value.append(info) }
        defer { keep(source) }
        var now = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &now)
        #expect(sigismember(&now, number) == 1)
        #expect(try !loop.runOnce(timeout: .zero))
        #expect(pthread_kill(pthread_self(), number) == 0)
        try run(loop) { !seen.value.isEmpty }
        #expect(seen.value.count == 1)
        #expect(seen.value.first?.signal == number)
        #expect(seen.value.first?.process == getpid())
        #expect(seen.value.first?.user == getuid())
        let twice = #expect(throws: SystemdError.self) { _ = try loop.addSignal(number) { _, _ in } }
        #expect(twice?.code == .busy)
        source.cancel()
    }

    @Test(arguments: [0, -1, 65, Int32.max])
    func numberThatIsNoSignalIsRefused(_ number: Int32) throws {
        let loop = try EventLoop()
        let error = #expect(throws: SystemdError.self) { _ = try loop.addSignal(number) { _, _ in } }
        #expect(error?.code == .invalidArgument)
        #expect(error?.context == "signal \(number)")
    }
}
