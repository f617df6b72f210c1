import CartClient
import Glibc
import TestSupport
import Testing

/// libcartclient.so from programs in C that gcc compiles.
@Suite(
    "The library for C",
    .enabled(if: CWorkshop.obstacle == nil || FullRun.isRequired, "\(CWorkshop.obstacle ?? "")")
)
struct CLibraryTests {
    /// A product without a picture, with a name that has to be escaped in JSON.
    static let catalog =
        #"[{"sku": "0123456789012", "name": "a \"quoted\" name\\ \u2028\ud83d\udecd"}, {"name": "Tea"}]"#

    @Test("Every function, wrong arguments, threads, and kills of the daemon meanwhile")
    func everything() throws {
        let workshop = try CWorkshop()
        let program = try workshop.compile("Tests/EndToEndTests/CLibrary/library-test.c", to: "library-test")
        try callEverything(in: workshop, with: [program])
    }

    @Test(
        "The same under Valgrind: no leak, and no memory that is not ours to use",
        .enabled(
            if: CWorkshop.obstacleToValgrind == nil || FullRun.isRequired,
            "\(CWorkshop.obstacleToValgrind ?? "")"
        )
    )
    func valgrind() throws {
        let workshop = try CWorkshop()
        let program = try workshop.compile("Tests/EndToEndTests/CLibrary/library-test.c", to: "library-test")
        // It cannot read what the compiler writes for a debugger.
        try workshop.run("objcopy", ["--strip-debug", workshop.place("lib/libcartclient.so.0")])
        let options = [
            "-q", "--error-exitcode=99", "--leak-check=full", "--num-callers=40",
            "--show-leak-kinds=definite,indirect,possible", "--errors-for-leak-kinds=definite,indirect,possible",
            "--suppressions=\(CWorkshop.package)/Tests/EndToEndTests/CLibrary/runtime.supp",
        ]
        try callEverything(in: workshop, with: ["valgrind"] + options + [program])
    }

    private func callEverything(in workshop: CWorkshop, with words: [String]) throws {
        let daemon = try TestDaemon()
        let catalog = try daemon.place.write(Self.catalog, to: "odd.json")
        let (here, there) = try connectedPair()
        defer { close(here) }
        var program = workshop.program(
            words[0],
            words.dropFirst() + [daemon.socketPath, ProtocolVersion.software, catalog]
        )
        program.descriptors = [(there, 3)]
        let output = try TemporaryFile()
        let errors = try TemporaryFile()
        let child = try program.start(output: output.descriptor, errors: errors.descriptor)
        close(there)
        var byte: UInt8 = 0
        var kills = 0
        while read(here, &byte, 1) == 1 {
            daemon.kill()
            try daemon.start()
            kills += 1
            _ = write(here, &byte, 1)
        }
        let status = child.wait()
        let complaint = try errors.text()
        #expect(status == 0, "\(complaint)")
        #expect(kills == 3)
        let shown = try daemon.cartctl("--json", "show").output
        #expect(try output.text() == shown)
        #expect(daemon.stop() == 0)
    }

    @Test("The header is C99 and C++, and says what the library shows: no more, no less")
    func header() throws {
        let workshop = try CWorkshop()
        for (compiler, language) in [
            ("gcc", ["-x", "c", "-std=c99"]), ("g++", ["-x", "c++", "-std=c++11"]),
            ("g++", ["-x", "c++", "-std=c++20"]),
        ] {
            try workshop.run(compiler, language + CWorkshop.warnings + ["-fsyntax-only", CWorkshop.header])
        }
        let header = try text(ofFile: CWorkshop.header)
        let declared = header.matches(of: /CARTCLIENT_API[^;]*?(cartclient_\w+)\(/).map { String($0.1) }
        let symbols = try workshop.run("nm", ["-D", "--defined-only", workshop.place("lib/libcartclient.so.0")])
        // Small letters are what only the library itself sees; A is the name of the version.
        let shown = symbols.split(separator: "\n").map { $0.split(separator: " ") }.filter { fields in
            fields.count == 3 && fields[1].allSatisfy(\.isUppercase) && fields[1] != "A"
        }
        #expect(
            Set(shown.map { String($0[2].prefix { $0 != "@" }) }) == Set(declared)
                && declared.count == Set(declared).count
        )
        #expect(declared.count == 29)
        let version = try workshop.run("pkg-config", ["--modversion", "cartclient"])
        #expect(version == ProtocolVersion.software + "\n")
    }

    @Test("The example that adds, compiled as the README says")
    func add() throws {
        let workshop = try CWorkshop()
        let daemon = try TestDaemon()
        let done = try workshop.program(workshop.place("add"), ["qianbao", daemon.socketPath]).run()
        #expect(done.status == 0 && done.output == "1 x 钱包\n", "\(done)")
        let refused = try workshop.program(workshop.place("add"), ["nothing", daemon.socketPath]).run()
        #expect(refused.status == 1 && refused.errors.contains("(unknownProduct)"), "\(refused)")
        #expect(daemon.stop() == 0)
        let alone = try workshop.program(workshop.place("add"), ["qianbao", workshop.place("nobody.sock")]).run()
        #expect(alone.status == 1 && alone.errors.contains("(noDaemon)"), "\(alone)")
    }

    @Test("The example that watches, over a kill of the daemon")
    func watch() throws {
        let workshop = try CWorkshop()
        let watch = try workshop.compile("Resources/examples/watch.c", to: "watch")
        let daemon = try TestDaemon()
        let (here, there) = try connectedPair()
        defer { close(here) }
        var program = workshop.program(
            "/bin/sh",
            ["-c", "exec \"$0\" default \"$1\" <&3", watch, daemon.socketPath]
        )
        program.descriptors = [(there, 3)]
        let output = try TemporaryFile()
        let child = try program.start(output: output.descriptor)
        close(there)
        try daemon.eventually("the snapshot is printed") { try output.text() == "default: version 0, 0 lines\n" }
        #expect(try daemon.cartctl("add").status == 0)
        try daemon.eventually("the change is printed") { try output.text().hasSuffix(": version 1, 1 lines\n") }
        daemon.kill()
        try daemon.start()
        #expect(try daemon.cartctl("add", "--quantity", "2").status == 0)
        try daemon.eventually("the next one too") { try output.text().hasSuffix(": version 2, 2 lines\n") }
        _ = write(here, "\n", 1)
        #expect(child.wait() == 0)
        #expect(daemon.stop() == 0)
    }

    @Test(
        "The example in Python, with ctypes",
        .enabled(
            if: CWorkshop.obstacleToPython == nil || FullRun.isRequired,
            "\(CWorkshop.obstacleToPython ?? "")"
        )
    )
    func python() throws {
        let workshop = try CWorkshop()
        let daemon = try TestDaemon()
        let file = CWorkshop.package + "/Resources/examples/cart_ctypes.py"
        #expect(
            try workshop.run("python3", [file, daemon.socketPath]) == """
                the catalog shop has no product a bag that nobody sells (unknownProduct)
                snapshot ['2 x 钱包']
                changed ['3 x 钱包']

                """
        )
        #expect(try contents(ofFile: file).count { $0 == UInt8(ascii: "\n") } < 80)
        #expect(daemon.stop() == 0)
    }
}
