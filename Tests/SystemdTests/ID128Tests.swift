import Glibc
import Systemd
import Testing

@Suite("Identifiers")
struct ID128Tests {
    @Test func bootIsWhatTheKernelSays() throws {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let kernel = take(36, from: descriptor)
        #expect(try ID128.boot().description == kernel.filter { $0 != "-" })
        #expect(try ID128.boot() == ID128(kernel))
    }

    @Test func machineIsTheOneOfTheFileOrAnError() throws {
        let descriptor = open("/etc/machine-id", O_RDONLY | O_CLOEXEC)
        let file = descriptor >= 0 ? take(32, from: descriptor) : ""
        if descriptor >= 0 { close(descriptor) }
        do throws(SystemdError) {
            #expect(try ID128.machine().description == file)
        } catch {
            #expect(error.function == "sd_id128_get_machine")
            #expect(ID128(file) == nil || file.allSatisfy { $0 == "0" })
        }
    }

    @Test(arguments: [
        "", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdeff", "g123456789abcdef0123456789abcdef",
        "0123456789abcdef0123456789abcdef\n", "01234567-89ab-cdef-0123456789abcdef",
    ])
    func otherTextIsNone(_ text: String) {
        #expect(ID128(text) == nil)
    }

    @Test func bothSpellingsAreTheSame() {
        let plain = ID128("0123456789ABCDEF0123456789abcdef")
        #expect(plain?.description == "0123456789abcdef0123456789abcdef")
        #expect(plain == ID128("01234567-89ab-cdef-0123-456789abcdef"))
    }

    @Test func invocationIsReadFromTheEnvironment() async {
        await #expect(processExitsWith: .success) {
            unsetenv("INVOCATION_ID")
            try #require(ID128.invocation() == nil)
            setenv("INVOCATION_ID", "0123456789abcdef0123456789abcdef", 1)
            try #require(ID128.invocation()?.description == "0123456789abcdef0123456789abcdef")
        }
    }
}
