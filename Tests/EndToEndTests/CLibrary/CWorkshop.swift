import TestSupport

/// The library for C as it is installed, in a folder of its own, and what is compiled with it.
struct CWorkshop {
    /// Where it is installed: `lib` and `include`.
    let place: TemporaryFolder

    /// The folder of the package.
    static let package = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    /// The header.
    static let header = package + "/Sources/CCartClient/include/cartclient.h"
    /// The warnings that nothing may give.
    static let warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]

    /// Why there is none here, nil where there is one: a program that is not installed.
    static let obstacle: String? = Program.missing(["gcc", "g++", "nm", "pkg-config"])
    /// Why Valgrind cannot check it here.
    static let obstacleToValgrind: String? = obstacle ?? Program.missing(["valgrind", "objcopy"])
    /// Why Python cannot call it here.
    static let obstacleToPython: String? = obstacle ?? Program.missing(["python3"])

    /// Installs the library with the commands of the README, but for where.
    init() throws {
        place = try TemporaryFolder()
        let readme = try text(ofFile: Self.package + "/README.md")
        guard
            let section = readme.firstRange(of: "\n## From C\n"),
            let commands = readme[section.upperBound...].split(separator: "```").dropFirst().first
        else { throw Failure("README.md has no commands under From C") }
        let script = commands.split(separator: "\n").dropFirst().filter { line in
            // Built it is already, and the folder is none that ldconfig(8) looks at.
            !line.hasPrefix("swift build") && line != "ldconfig"
        }
        let here = script.joined(separator: "\n")
            .replacing("/usr/local", with: place.path)
            .replacing(".build/release", with: Executables.folder)
            .replacing("-o add", with: "-o \(place("add"))")
        try run("bash", ["-euo", "pipefail", "-c", "cd \"$0\"\n" + here, Self.package])
    }

    /// A program that finds the library.
    func program(_ path: String, _ arguments: [String]) -> Program {
        var program = Program(path, arguments, environment: Program.inherited)
        program.environment?["LD_LIBRARY_PATH"] = place("lib")
        program.environment?["PKG_CONFIG_PATH"] = place("lib/pkgconfig")
        // The runtime of a toolchain, which only the debug build of the library uses, catches the signals of a crash.
        program.environment?["SWIFT_BACKTRACE"] = "enable=no"
        return program
    }

    /// Compiles a file of the package.
    func compile(_ file: String, to name: String) throws -> String {
        let flags = try run("pkg-config", ["--cflags", "--libs", "cartclient"]).split(whereSeparator: \.isWhitespace)
        try run(
            "gcc",
            ["-std=c11", "-g", "-pthread"] + Self.warnings + ["-o", place(name), Self.package + "/" + file]
                + flags.map(String.init)
        )
        return place(name)
    }

    /// Runs a program that must exit with 0.
    @discardableResult
    func run(_ path: String, _ arguments: [String]) throws -> String {
        let outcome = try program(path, arguments).run()
        guard outcome.status == 0, outcome.errors.isEmpty else {
            throw Failure("\(path) exits with \(outcome.status): \(outcome.output)\(outcome.errors)")
        }
        return outcome.output
    }
}
