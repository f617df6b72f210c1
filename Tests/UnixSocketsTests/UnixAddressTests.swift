import Glibc
import Testing
import UnixSockets
import TestSupport

@Suite("Socket addresses")
struct UnixAddressTests {
    @Test func longestPathFits() throws {
        let path = "/" + String(repeating: "a", count: 106)
        #expect(try UnixAddress(path: path).path == path)
    }

    @Test(arguments: ["/" + String(repeating: "a", count: 107), String(repeating: "é", count: 54)])
    func longerPathIsRefusedWithTheLimit(_ path: String) {
        let error = #expect(throws: SystemError.self) { try UnixAddress(path: path) }
        #expect(error?.code == ENAMETOOLONG)
        #expect(error?.description.contains("at most 107 bytes and this one 108") == true)
        #expect(error?.description.contains("shorter folder") == true)
    }

    @Test func emptyAndAbstractNamesAreRefused() {
        // Not as arguments of the test: a zero byte in its name would garble the report.
        for path in ["", "\0cart", "/run/\0x", "@cart", "a\0"] {
            let error = #expect(throws: SystemError.self) { try UnixAddress(path: path) }
            #expect(error?.code == EINVAL)
            #expect(error?.advice.isEmpty == false)
        }
    }

    @Test func longestPathIsBoundWhole() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "n", count: 107 - folder.path.utf8.count - 1)
        let address = try folder.address(name)
        #expect(address.path.utf8.count == 107)
        let listener = try ListeningSocket.listen(at: address)
        #expect(folder.inode(name) != nil)
        #expect(try listener.descriptor.localAddress() == address)
        _ = try StreamSocket.connect(to: address)
    }
}
