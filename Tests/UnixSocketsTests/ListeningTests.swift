import Glibc
import Testing
import UnixSockets
import TestSupport

@Suite("Listening and connecting")
struct ListeningTests {
    @Test(arguments: [0o600, 0o660, 0o666, 0o777, 0o700, 0o200])
    func fileHasExactlyThePermissionsAskedFor(_ mode: UInt32) throws {
        let folder = try TemporaryFolder()
        let listener = try ListeningSocket.listen(at: folder.address(), mode: mode)
        #expect(folder.mode(of: "s") == mode)
        _ = consume listener
    }

    @Test func acceptedConnectionIsCloseOnExecAndNonblocking() throws {
        let folder = try TemporaryFolder()
        let listener = try ListeningSocket.listen(at: folder.address())
        #expect(fcntl(listener.descriptor.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        #expect(try !acceptsOne(listener))
        let client = try StreamSocket.connect(to: folder.address())
        let server = try unwrap(listener.accept())
        for number in [client.descriptor.rawValue, server.descriptor.rawValue] {
            #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
            #expect(fcntl(number, F_GETFL) & O_NONBLOCK != 0)
        }
        #expect(try sendText("hello", on: client) == .bytes(5))
        #expect(try receiveText(from: server) == "hello")
    }

    @Test func peerIsThisProcess() throws {
        let folder = try TemporaryFolder()
        let listener = try ListeningSocket.listen(at: folder.address())
        let client = try StreamSocket.connect(to: folder.address())
        let server = try unwrap(listener.accept())
        let own = PeerCredentials(process: getpid(), user: geteuid(), group: getegid())
        #expect(try server.peerCredentials() == own)
        #expect(try client.peerCredentials() == own)
    }

    @Test func staleFileIsReplaced() throws {
        let folder = try TemporaryFolder()
        try leaveStaleFile(at: folder.address())
        #expect(folder.inode() != nil)
        let listener = try ListeningSocket.listen(at: folder.address())
        _ = try StreamSocket.connect(to: folder.address())
        #expect(try acceptsOne(listener))
    }

    @Test func socketInUseIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let first = try ListeningSocket.listen(at: folder.address(), backlog: 0)
        let inode = folder.inode()
        // The second attempt meets a full queue, which is in use just as well.
        for _ in 0..<3 {
            let error = #expect(throws: SystemError.self) { _ = try ListeningSocket.listen(at: folder.address()) }
            #expect(error?.code == EADDRINUSE)
            #expect(error?.description.contains("another process is listening there") == true)
        }
        #expect(folder.inode() == inode)
        #expect(try acceptsOne(first))
    }

    @Test func socketOfAnotherTypeIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let other = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(other) }
        try #require(bindUnix(other, "\(folder.path)/s") == 0)
        let error = #expect(throws: SystemError.self) { _ = try ListeningSocket.listen(at: folder.address()) }
        #expect(error?.code == EADDRINUSE)
        #expect(folder.inode() != nil)
    }

    @Test func otherFilesAreLeftAlone() throws {
        let folder = try TemporaryFolder()
        let file = open("\(folder.path)/s", O_CREAT | O_WRONLY, 0o600)
        close(file)
        try #require(symlink("/nowhere/at/all", "\(folder.path)/link") == 0)
        for name in ["s", "link"] {
            let inode = folder.inode(name)
            let error = #expect(throws: SystemError.self) { _ = try ListeningSocket.listen(at: folder.address(name)) }
            #expect(error?.code == EEXIST)
            #expect(error?.description.contains("not a socket") == true)
            #expect(folder.inode(name) == inode)
        }
    }

    @Test func missingFolderIsNamed() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: SystemError.self) { _ = try ListeningSocket.listen(at: folder.address("no/s")) }
        #expect(error?.code == ENOENT)
        #expect(error?.context.hasPrefix("\(folder.path)/no") == true)
    }

    @Test func onlyTheOwnFileIsRemoved() throws {
        let folder = try TemporaryFolder()
        let first = try ListeningSocket.listen(at: folder.address())
        try #require(rename("\(folder.path)/s", "\(folder.path)/moved") == 0)
        let second = try ListeningSocket.listen(at: folder.address())
        try first.removeFile()
        #expect(folder.inode() != nil)
        try second.removeFile()
        #expect(folder.inode() == nil)
        try second.removeFile()
    }

    @Test func exactlyOneOfManyTakesAStalePath() async throws {
        let folder = try TemporaryFolder()
        let address = try folder.address()
        for _ in 0..<20 {
            unlink(address.path)
            try leaveStaleFile(at: address)
            let outcomes = await withTaskGroup(of: Result<Int32, SystemError>.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        do throws(SystemError) {
                            return .success(try ListeningSocket.listen(at: address).takeDescriptor().take())
                        } catch { return .failure(error) }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let winners = outcomes.compactMap { try? $0.get() }
            #expect(winners.count == 1)
            for case .failure(let error) in outcomes { #expect(error.code == EADDRINUSE) }
            _ = try StreamSocket.connect(to: address)
            for winner in winners { close(winner) }
        }
    }

    @Test func connectingToNothingSaysWhy() throws {
        let folder = try TemporaryFolder()
        let missing = #expect(throws: SystemError.self) { _ = try StreamSocket.connect(to: folder.address()) }
        #expect(missing?.description == "connect \(folder.path)/s: No such file or directory (ENOENT)")
        try leaveStaleFile(at: folder.address())
        let refused = #expect(throws: SystemError.self) { _ = try StreamSocket.connect(to: folder.address()) }
        #expect(refused?.description == "connect \(folder.path)/s: Connection refused (ECONNREFUSED)")
    }

    @Test func fullQueueIsWaitedForUntilTheDeadline() throws {
        let folder = try TemporaryFolder()
        let address = try folder.address()
        let listener = try ListeningSocket.listen(at: address, backlog: 0)
        let first = try StreamSocket.connect(to: address, until: .after(.milliseconds(1)))
        let start = ContinuousClock.now
        let error = #expect(throws: SystemError.self) {
            _ = try StreamSocket.connect(to: address, until: .after(.milliseconds(30)))
        }
        #expect(error?.code == ETIMEDOUT)
        #expect(ContinuousClock.now - start >= .milliseconds(30))
        _ = consume first
        _ = consume listener
    }

    @Test func fullQueueLetsInTheNextAsSoonAsOneIsAccepted() throws {
        let folder = try TemporaryFolder()
        let address = try folder.address()
        let listener = try ListeningSocket.listen(at: address, backlog: 0)
        let first = try StreamSocket.connect(to: address)
        let thread = try BackgroundThread {
            do throws(SystemError) {
                let second = try StreamSocket.connect(to: address, until: .after(.seconds(20)))
                #expect(fcntl(second.descriptor.rawValue, F_GETFL) & O_NONBLOCK != 0)
            } catch {
                Issue.record("\(error)")
            }
        }
        // Each accept makes room; the second one is there when it has got in.
        for _ in 0..<2 {
            let ready = try listener.descriptor.wait(for: .readable, until: .after(.seconds(20)))
            #expect(ready == .readable)
            #expect(try acceptsOne(listener))
        }
        thread.join()
        _ = consume first
    }
}

/// Leaves a socket file behind that nobody ever listened on, so it is stale at once.
func leaveStaleFile(at address: UnixAddress) throws {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    try #require(bindUnix(descriptor, address.path) == 0)
}

/// bind(2) on a path.
func bindUnix(_ descriptor: Int32, _ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
