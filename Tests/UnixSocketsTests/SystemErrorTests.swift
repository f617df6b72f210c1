import Glibc
import Testing
import UnixSockets

@Suite("System errors")
struct SystemErrorTests {
    @Test func readsLikeATool() {
        let error = SystemError(code: ECONNREFUSED, operation: "connect", context: "/run/x.sock")
        #expect(error.description == "connect /run/x.sock: Connection refused (ECONNREFUSED)")
    }

    @Test func adviceFollows() {
        let error = SystemError(code: ENOENT, operation: "open", advice: "make it first")
        #expect(error.description == "open: No such file or directory (ENOENT); make it first")
    }

    @Test(arguments: [0, -1, 12345, Int32.min, Int32.max])
    func unknownNumbersAreNumbers(_ code: Int32) {
        let error = SystemError(code: code, operation: "x")
        #expect(error.name == (code == 0 ? "0" : "errno \(code)"))
        #expect(!error.description.isEmpty)
    }

    @Test func everyErrorOfTheKernelHasItsName() {
        let known = [EPERM: "EPERM", EAGAIN: "EAGAIN", EMFILE: "EMFILE", EPIPE: "EPIPE", ETIMEDOUT: "ETIMEDOUT"]
        for (code, name) in known { #expect(SystemError(code: code, operation: "x").name == name) }
    }
}
