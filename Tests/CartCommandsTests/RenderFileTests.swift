import CartCommands
import Glibc
import Testing
import TestSupport

/// Where a picture goes: whole or not at all.
@Suite("render: the file")
struct RenderFileTests {
    private let bench: Bench
    private let folder: TemporaryFolder

    init() throws {
        bench = try Bench().filled(2)
        folder = try TemporaryFolder()
    }

    private func render(to path: String) -> Run { bench.run("render", "grid", "-o", path) }

    @Test("a new file has the permissions that the process gives, and no other is left")
    func new() throws {
        #expect(render(to: folder.path + "/a.svg").status == 0)
        #expect(folder.names() == ["a.svg"])
        #expect(try folder.text(of: "a.svg") == bench.run("render", "grid", "-o", "-").output)
        try folder.write("", to: "other", mode: 0o666)
        #expect(folder.mode(of: "a.svg") == folder.mode(of: "other"))
    }

    @Test("an old file is replaced and keeps its permissions; who has it open still reads the old one")
    func replaced() throws {
        try folder.write("old", to: "a.svg", mode: 0o600)
        #expect(chmod(folder.path + "/a.svg", 0o640) == 0)
        let old = open(folder.path + "/a.svg", O_RDONLY | O_CLOEXEC)
        defer { close(old) }
        #expect(render(to: folder.path + "/a.svg").status == 0)
        #expect(folder.names() == ["a.svg"] && folder.mode(of: "a.svg") == 0o640)
        #expect(try folder.text(of: "a.svg").hasPrefix("<?xml"))
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(old, &bytes, 10) == 3)
    }

    @Test("a symbolic link stays, what it leads to is replaced")
    func link() throws {
        try folder.write("old", to: "real.svg")
        #expect(symlink("real.svg", folder.path + "/link.svg") == 0)
        #expect(render(to: folder.path + "/link.svg").status == 0)
        #expect(try folder.text(of: "real.svg").hasPrefix("<?xml"))
        var status = stat()
        #expect(lstat(folder.path + "/link.svg", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(folder.names() == ["link.svg", "real.svg"])
    }

    @Test("a path that leads nowhere, to a folder or below a file is a clear error, exit status 1")
    func refused() throws {
        try folder.write("old", to: "file")
        let cases = [
            (folder.path + "/absent/a.svg", "No such file or directory"), (folder.path, "Is a directory"),
            (folder.path + "/file/a.svg", "Not a directory"),
            (folder.path + "/" + String(repeating: "n", count: 256), "File name too long"),
        ]
        for (path, reason) in cases {
            let run = render(to: path)
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(
                run.complaint.hasPrefix("cartctl: /tmp/") && run.complaint.hasSuffix(" cannot be written: \(reason)\n")
            )
        }
        #expect(folder.names() == ["file"])
        #expect(try folder.text(of: "file") == "old")
    }

    @Test(
        "a folder or a file that may not be written is a clear error, and the old file stays",
        .enabled(if: geteuid() != 0, "root may write everywhere")
    )
    func forbidden() throws {
        try folder.write("old", to: "a.svg", mode: 0o400)
        let file = render(to: folder.path + "/a.svg")
        #expect(file == Run(1, complaint: "cartctl: \(folder.path)/a.svg cannot be written: Permission denied\n"))
        #expect(chmod(folder.path, 0o500) == 0)
        defer { chmod(folder.path, 0o700) }
        let new = render(to: folder.path + "/b.svg")
        #expect(new == Run(1, complaint: "cartctl: \(folder.path)/b.svg cannot be written: Permission denied\n"))
        #expect(folder.names() == ["a.svg"])
        #expect(try folder.text(of: "a.svg") == "old")
    }

    @Test("a device is written to as it is, and says when it is full")
    func devices() {
        #expect(render(to: "/dev/null").status == 0)
        #expect(
            render(to: "/dev/full")
                == Run(1, complaint: "cartctl: /dev/full cannot be written: No space left on device\n")
        )
    }

    @Test(
        "xmllint has nothing to say about the pictures",
        .enabled(
            if: access("/usr/bin/xmllint", X_OK) == 0,
            "needs /usr/bin/xmllint, from the Debian package libxml2-utils"
        )
    )
    func xmllint() throws {
        for (name, words) in [
            ("grid", ["grid"]), ("list", ["list", "--catalog", "cars"]),
            ("control", ["control", "--title", "<&>\"]]>\u{1}\u{FFFE}\u{202E}", "--image", "x"]),
        ] {
            let file = folder.path + "/\(name).svg"
            #expect(bench.run(["render"] + words + ["-o", file]).status == 0)
            #expect(try exitStatus(of: "/usr/bin/xmllint", ["--noout", "--nonet", file]) == 0)
        }
    }
}
