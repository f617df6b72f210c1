import CartProtocol
import Glibc
import TestSupport
import Testing

@Suite("A daemon's standard error")
struct ErrorOutputTests {
    @Test("A pipe that is full and that nobody reads does not stop the daemon")
    func full() throws {
        let daemon = try TestDaemon(socketName: "cart", starting: false)
        let pipe = daemon.place("errors")
        try #require(mkfifo(pipe, 0o600) == 0)
        // Open for both, so that it is there without anybody who reads; 64 KiB are all it has room for (pipe(7)).
        try daemon.start(shell: "exec 2<>\(pipe); head -c 65536 /dev/zero >&2")
        let peer = try WirePeer(path: daemon.socketPath)
        try peer.greet()
        // Each is told in the log.
        for _ in 0..<3 {
            #expect(try peer.call(RemoveCatalog(catalog: "cars")).code == "permissionDenied")
        }
        #expect(try peer.call(AddLineItem()).result != nil)
        #expect(daemon.stop() == 0)
    }
}
