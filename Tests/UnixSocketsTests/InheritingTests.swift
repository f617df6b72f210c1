import Glibc
import Testing
import UnixSockets
import TestSupport

@Suite("Inherited sockets")
struct InheritingTests {
    @Test func listeningSocketIsTaken() throws {
        let folder = try TemporaryFolder()
        let address = try folder.address()
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let descriptor = OwnedDescriptor(taking: number)
        try #require(bindUnix(number, address.path) == 0)
        try #require(listen(number, 1) == 0)
        let listener = try ListeningSocket(inheriting: descriptor)
        #expect(listener.address == address)
        #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(number, F_GETFL) & O_NONBLOCK != 0)
        _ = try StreamSocket.connect(to: address)
        #expect(try acceptsOne(listener))
        try listener.removeFile()
        #expect(folder.inode() != nil, "the file is not ours to remove")
    }

    @Test func socketWithoutANameHasNoAddress() throws {
        let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(try OwnedDescriptor(taking: number).localAddress() == nil)
    }

    @Test func otherSocketsAreRefusedWithWhatTheyAre() throws {
        func refusal(_ family: Int32, _ type: __socket_type, listening: Bool = false) throws -> SystemError? {
            let number = socket(family, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            let descriptor = OwnedDescriptor(taking: number)
            if listening { try #require(listen(number, 1) == 0) }
            do throws(SystemError) {
                _ = try ListeningSocket(inheriting: descriptor)
                return nil
            } catch { return error }
        }
        let connected = try refusal(AF_UNIX, SOCK_STREAM)
        #expect(connected?.code == EPROTONOSUPPORT)
        #expect(connected?.context.hasSuffix("family AF_UNIX, type SOCK_STREAM, not listening") == true)
        let datagram = try refusal(AF_UNIX, SOCK_DGRAM)
        #expect(datagram?.context.contains("SOCK_DGRAM") == true)
        let internet = try refusal(AF_INET, SOCK_STREAM, listening: true)
        #expect(internet?.context.hasSuffix("family AF_INET, type SOCK_STREAM, listening") == true)
    }

    @Test func descriptorThatIsNoSocketIsRefused() {
        let error = #expect(throws: SystemError.self) {
            _ = try ListeningSocket(inheriting: OwnedDescriptor(taking: open("/dev/null", O_RDONLY | O_CLOEXEC)))
        }
        #expect(error?.code == ENOTSOCK)
    }

    @Test func refusedDescriptorIsClosed() throws {
        let pipe = try Pipe()
        let writing = try pipe.takeWriting()
        do throws(SystemError) {
            _ = try ListeningSocket(inheriting: writing)
            Issue.record("it does not listen")
        } catch {
            #expect(error.code == EPROTONOSUPPORT)
        }
        #expect(pipe.closes)
    }
}
