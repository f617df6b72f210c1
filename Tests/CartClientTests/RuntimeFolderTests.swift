import CartClient
import Glibc
import Testing
import UnixSockets
import TestSupport

/// Nothing is trusted in a folder that somebody else could have made or filled.
@Suite struct RuntimeFolderTests {
    let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private func code(_ name: String, isPrivate: Bool = false) -> Int32 {
        do throws(SystemError) {
            try RuntimeFolder(path: temporary.file(name), isPrivate: isPrivate).check()
            return 0
        } catch {
            return error.code
        }
    }

    @Test func isMadeForTheUserAlone() throws {
        let folder = RuntimeFolder(path: temporary.file("new"), isPrivate: true)
        #expect(code("new") == ENOENT)
        try folder.prepare()
        try folder.prepare()
        var status = stat()
        #expect(lstat(folder.path, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o700)
        #expect(status.st_uid == geteuid())
    }

    @Test func mayNotBeOpenToOthers() {
        for (mode, open, privately) in [
            (mode_t(0o700), Int32(0), Int32(0)), (0o755, 0, EACCES), (0o770, EACCES, EACCES), (0o702, EACCES, EACCES),
        ] {
            let path = temporary.file("mode-\(mode)")
            #expect(mkdir(path, 0o700) == 0)
            #expect(chmod(path, mode) == 0)
            #expect(code("mode-\(mode)") == open)
            #expect(code("mode-\(mode)", isPrivate: true) == privately)
        }
    }

    @Test func mayNotBeALinkOrAFile() throws {
        #expect(mkdir(temporary.file("real"), 0o700) == 0)
        #expect(symlink(temporary.file("real"), temporary.file("link")) == 0)
        try temporary.write("", to: "file")
        #expect(code("link") == EACCES)
        #expect(code("file") == EACCES)
        #expect(throws: SystemError.self) {
            try RuntimeFolder(path: temporary.file("link"), isPrivate: false).prepare()
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder to somebody else"))
    func mayNotBelongToSomebodyElse() {
        #expect(mkdir(temporary.file("theirs"), 0o700) == 0)
        #expect(chown(temporary.file("theirs"), 65534, 65534) == 0)
        #expect(code("theirs") == EACCES)
    }
}
