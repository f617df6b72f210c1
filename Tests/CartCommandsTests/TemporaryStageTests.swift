import CartCommands
import CartModel
import Glibc
import Testing
import TestSupport

@Suite("The demo's folder and processes")
struct TemporaryStageTests {
    @Test("its folder is private, leads a client to it, and is removed with all that is in it")
    func folder() throws {
        let stage = try TemporaryStage(environment: [:])
        var status = stat()
        #expect(stat(stage.folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
        let options = stage.options(
            from: ServiceOptions(timeout: .seconds(1), environment: ["CARTD_SOCKET": "/s", "PATH": "/bin"])
        )
        #expect(
            options.environment == [
                "PATH": "/bin", "XDG_RUNTIME_DIR": stage.folder + "/run", "XDG_STATE_HOME": stage.folder + "/state",
            ]
        )
        #expect(options.timeout == .seconds(1) && options.socket == nil && options.systemSocket != nil)
        // Files, a folder below, a name that is no text, and links that must not be followed.
        let outside = try TemporaryStage(environment: [:])
        #expect(mkdir(stage.folder + "/state/deep", 0o700) == 0)
        for link in ["/state/deep/folder", "/run/folder"] {
            #expect(symlink(outside.folder, stage.folder + link) == 0)
        }
        let odd = Array((stage.folder + "/state/deep/x").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        let file = open(odd, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        #expect(file >= 0 && close(file) == 0)
        try stage.clear()
        #expect(access(stage.folder, F_OK) == -1)
        #expect(access(outside.folder + "/run", F_OK) == 0)
        try outside.clear()
        #expect(throws: CartError.self) { try stage.clear() }
    }

    @Test("TMPDIR is used where it can hold a socket, and a folder that cannot be made is an error")
    func temporaryFolder() throws {
        let outer = try TemporaryStage(environment: [:])
        let inner = try TemporaryStage(environment: ["TMPDIR": outer.folder])
        #expect(inner.folder.hasPrefix(outer.folder + "/"))
        try inner.clear()
        try outer.clear()
        let long = try TemporaryStage(environment: ["TMPDIR": "/tmp/" + String(repeating: "x", count: 90)])
        #expect(long.folder.hasPrefix("/tmp/cartd-demo-"))
        try long.clear()
        let error = #expect(throws: CartError.self) { try TemporaryStage(environment: ["TMPDIR": outer.folder]) }
        #expect(error?.code == .storageFailure)
        #expect(error?.message.contains("No such file or directory") == true)
    }

    @Test("whatever runs with its environment is ended, and nothing else")
    func processes() throws {
        let stage = try TemporaryStage(environment: [:])
        let environment = stage.options(from: ServiceOptions()).environment
        let ours = try #require(start(environment))
        let other = try #require(start(["XDG_STATE_HOME": "/somewhere/else"]))
        #expect(throws: CartError.self) { try stage.stopDaemon(other) }
        try stage.stopDaemon(ours)
        #expect(end(of: ours) == SIGTERM)
        let late = try #require(start(environment))
        try stage.clear()
        #expect(end(of: late) == SIGTERM)
        kill(other, SIGKILL)
        #expect(end(of: other) == SIGKILL)
    }

    @Test("a process that is gone already is no failure")
    func gone() throws {
        let stage = try TemporaryStage(environment: [:])
        let process = try #require(start([:]))
        kill(process, SIGKILL)
        #expect(end(of: process) == SIGKILL)
        try stage.stopDaemon(process)
        try stage.clear()
    }

    /// Starts a process that does nothing for longer than any test: posix_spawn(3).
    private func start(_ environment: [String: String]) -> pid_t? {
        var process = pid_t()
        let words: [String] = ["sleep", "1000"]
        let arguments = words.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        // A thread of the test's may have signals blocked, and a child would inherit that.
        var attributes = posix_spawnattr_t()
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        guard posix_spawnp(&process, "sleep", nil, &attributes, arguments, variables) == 0 else { return nil }
        // posix_spawn(3) returns as soon as the child has left this process's memory, a moment before proc(5) knows its
        // new command line and environment.
        while !isKnown(process) { sched_yield() }
        return process
    }

    private func isKnown(_ process: pid_t) -> Bool {
        let file = open("/proc/\(process)/cmdline", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return true }
        defer { close(file) }
        var byte: UInt8 = 0
        return read(file, &byte, 1) == 1 && byte == UInt8(ascii: "s")
    }

    /// Waits until a child has ended; the signal that ended it: waitpid(2).
    private func end(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F
    }
}
