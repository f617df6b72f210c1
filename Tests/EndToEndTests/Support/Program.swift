import CGlibc
import Glibc

/// A program to start, with everything that it is given.
struct Program: Sendable {
    var path: String
    var arguments: [String]
    /// Nil passes this process's environment on.
    var environment: [String: String]?
    /// Descriptors of this process and the numbers they get in the child.
    var descriptors: [(from: Int32, to: Int32)] = []

    init(_ path: String, _ arguments: [String] = [], environment: [String: String]? = nil) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
    }

    /// What a program left when it ended.
    struct Outcome: Sendable {
        /// The exit status, or minus the signal.
        var status: Int32
        var output: String
        var errors: String
    }

    /// Runs the program to its end.
    func run() throws -> Outcome {
        let output = try TemporaryFile()
        let errors = try TemporaryFile()
        let child = try start(output: output.descriptor, errors: errors.descriptor)
        let status = child.wait()
        return Outcome(status: status, output: try output.text(), errors: try errors.text())
    }

    /// Starts the program.
    ///
    /// - Parameter companion: What has to be there as long as the program may run.
    func start(
        output: Int32 = STDERR_FILENO,
        errors: Int32 = STDERR_FILENO,
        keeping companion: (any Sendable)? = nil
    ) throws -> Child {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        for (from, to) in descriptors {
            posix_spawn_file_actions_adddup2(&actions, from, to)
        }
        // What other tests have open at this moment would count among the descriptors of the program.
        posix_spawn_file_actions_addclosefrom_np(&actions, descriptors.reduce(STDERR_FILENO) { max($0, $1.to) } + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        sigfillset(&all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let words = ([path] + arguments).map { strdup($0) }
        let variables = (environment ?? Self.inherited).map { strdup("\($0.key)=\($0.value)") }
        defer { (words + variables).forEach { free($0) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, path, &actions, &attributes, words + [nil], variables + [nil])
        guard code == 0 else {
            throw Failure("posix_spawn \(path): errno \(code)")
        }
        return Child(process: process, keeping: companion)
    }

    /// Which of these programs are not installed, in words; nil where all are.
    static func missing(_ programs: [String]) -> String? {
        let missing = programs.filter { program in
            (try? Program("/bin/sh", ["-c", "command -v \"$0\"", program]).run().status) != 0
        }
        return missing.isEmpty ? nil : "not installed: \(missing.joined(separator: ", "))"
    }

    /// This process's environment.
    static var inherited: [String: String] {
        var values: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return values
    }
}
