import Glibc
import TestSupport
import Testing
import UnixSockets

@Suite("Owned descriptors")
struct DescriptorTests {
    @Test func lastOwnerCloses() throws {
        let pipe = try Pipe()
        #expect(pipe.isOpen)
        pipe.closeWriting()
        #expect(pipe.closes)
    }

    @Test func duplicateKeepsTheFileOpenAndIsCloseOnExec() throws {
        let pipe = try Pipe()
        let original = try pipe.takeWriting()
        let copy = try original.duplicate()
        _ = consume original
        #expect(pipe.isOpen)
        #expect(fcntl(copy.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        #expect(copy.rawValue > 2)
        _ = consume copy
        #expect(pipe.closes)
    }

    @Test func takenDescriptorStaysOpen() throws {
        let pipe = try Pipe()
        let number = try pipe.takeWriting().take()
        #expect(write(number, "x", 1) == 1)
        close(number)
        #expect(pipe.read() == [0x78])
        #expect(pipe.closes)
    }

    @Test func theStampOfAFileTellsItsStates() throws {
        let folder = try TemporaryFolder()
        func stamp(_ name: String) throws -> [UInt8] {
            OwnedDescriptor(taking: open(folder.file(name), O_RDONLY | O_CLOEXEC)).fileStamp()
        }
        for name in ["a", "b"] { try folder.write("x", to: name) }
        let first = try stamp("a")
        var facts = stat()
        #expect(stat(folder.file("a"), &facts) == 0)
        let numbers = [
            UInt64(facts.st_dev), UInt64(facts.st_ino), UInt64(facts.st_size), UInt64(facts.st_mtim.tv_sec),
            UInt64(facts.st_mtim.tv_nsec),
        ]
        #expect(first == numbers.flatMap { withUnsafeBytes(of: $0, Array.init) })
        #expect(try stamp("a") == first)
        #expect(try stamp("b") != first)
        try folder.write("xy", to: "a")
        #expect(try stamp("a") != first)
        #expect(OwnedDescriptor(taking: -1).fileStamp() == [])
    }

    @Test func duplicateOfNothingIsAnError() throws {
        let error = #expect(throws: SystemError.self) {
            let nothing = OwnedDescriptor(taking: -1)
            _ = try nothing.duplicate()
        }
        #expect(error?.code == EBADF)
        #expect(error?.operation == "fcntl")
    }

    @Test func waitEndsAtTheDeadlineAndNotBefore() throws {
        let pipe = try Pipe()
        let start = ContinuousClock.now
        #expect(try pipe.wait(until: .after(.milliseconds(20))) == [])
        #expect(ContinuousClock.now - start >= .milliseconds(20))
        #expect(try pipe.wait(until: .after(.zero)) == [])
        #expect(try pipe.wait(until: .after(.seconds(-5))) == [])
    }

    @Test func waitReportsDataAndHangup() throws {
        let pipe = try Pipe()
        #expect(write(pipe.number, "x", 1) == 1)
        #expect(try pipe.wait(until: .never) == .readable)
        pipe.closeWriting()
        #expect(pipe.read() == [0x78])
        #expect(try pipe.wait(until: .never).contains(.hangup))
    }

    @Test func waitOnAClosedNumberIsAnError() {
        let error = #expect(throws: SystemError.self) {
            // Far above what the process may open, so no other test can get this number.
            let nothing = OwnedDescriptor(taking: .max)
            _ = try nothing.wait(for: .readable, until: .after(.seconds(1)))
        }
        #expect(error?.code == EBADF)
    }

    @Test func deadlinesDoNotOverflow() {
        #expect(Deadline.after(.seconds(Int64.max)) == .never)
        #expect(
            Deadline.after(Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)) == .never
        )
        #expect(Deadline.after(.seconds(Int64.min)).hasPassed)
        #expect(Deadline.after(Duration(attoseconds: .max)) == .never)
        #expect(Deadline.after(Duration(attoseconds: .min)).hasPassed)
        #expect(!Deadline.never.hasPassed)
        #expect(Deadline.never.remainingNanoseconds == nil)
        #expect(!Deadline.after(.seconds(60 * 60 * 24 * 365 * 100)).hasPassed)
    }
}
