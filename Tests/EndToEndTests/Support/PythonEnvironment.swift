import Glibc

/// A virtual environment of Python with the packages from PyPI that tests check the protocol with.
///
/// It is made beside the test program at the first use, and kept there for later runs.
enum PythonEnvironment {
    /// What is installed: a CBOR library and a CDDL validator that have nothing to do with this package.
    static let packages = ["cbor2==6.3.0", "cddl-verifier==1.5.3"]

    /// The interpreter, or why there is none.
    static let interpreter: Result<String, Failure> = {
        do {
            return .success(try make())
        } catch {
            return .failure(error as? Failure ?? Failure("\(error)"))
        }
    }()

    /// Why there is no interpreter, nil where there is one.
    static var obstacle: String? {
        if case .failure(let failure) = interpreter { "no Python with \(packages): \(failure)" } else { nil }
    }

    private static func make() throws -> String {
        let folder = Executables.folder + "/python-" + packages.joined(separator: "-")
        let python = folder + "/bin/python"
        if try Program(python, ["-c", "import cbor2, cddl_verifier"]).exits() { return python }
        // Made under another name first: who finds the folder finds all of it.
        let unfinished = folder + "-\(getpid())"
        try run("python3", ["-m", "venv", unfinished])
        do {
            // A network that swallows everything is waited for no longer than this.
            try run(
                "timeout",
                ["-k", "1", "120", unfinished + "/bin/python", "-m", "pip", "install", "--quiet", "--retries", "1"]
                    + ["--disable-pip-version-check"] + packages
            )
            // Where another run was faster, its folder is there and this one is as good.
            guard rename(unfinished, folder) == 0 || errno == ENOTEMPTY || errno == EEXIST else {
                throw Failure("rename \(unfinished): errno \(errno)")
            }
        } catch {
            _ = try? Program("rm", ["-rf", unfinished]).run()
            throw error
        }
        _ = try? Program("rm", ["-rf", unfinished]).run()
        return python
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let outcome = try Program(program, arguments).run()
        guard outcome.status == 0 else {
            let words = (outcome.output + outcome.errors).split(separator: "\n").suffix(2).joined(separator: "; ")
            throw Failure("\(program) \(arguments.prefix(8)) exits with \(outcome.status): \(words)")
        }
    }
}

extension Program {
    /// Whether the program is there and exits with 0.
    fileprivate func exits() throws -> Bool {
        guard access(path, X_OK) == 0 else { return false }
        return try run().status == 0
    }
}
