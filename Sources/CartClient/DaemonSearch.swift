package import CartModel
import Glibc

/// Where the program of the daemon may be.
package struct DaemonSearch: Hashable, Sendable {
    /// The paths in the order they are tried.
    package let candidates: [String]

    /// Lists the places.
    ///
    /// A path that is named, by the caller or else by `CARTD_DAEMON`, is the only one. Otherwise it is `cartd` beside the
    /// running program, in the folders of `PATH` (its absolute ones: what is found depends on no working directory), and
    /// where packages put it.
    ///
    /// - Parameters:
    ///   - named: What the caller asked for.
    ///   - environment: The environment.
    ///   - program: The path of the running program.
    package init(named: String?, environment: [String: String], program: String?) {
        if let named = named ?? environment["CARTD_DAEMON"], !named.isEmpty {
            candidates = [named]
            return
        }
        var folders: [Substring] = []
        if let program, let slash = program.lastIndex(of: "/") {
            folders.append(program[..<slash])
        }
        folders += (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").filter {
            $0.hasPrefix("/")
        }
        folders += ["/usr/libexec", "/usr/lib/cartd"]
        var seen: Set<Substring> = []
        candidates = folders.filter { seen.insert($0).inserted }.map { "\($0)/cartd" }
    }

    /// The first candidate that can be executed.
    ///
    /// - Throws: `noDaemon` that lists where it looked.
    package func find(isExecutable: (String) -> Bool) throws(CartError) -> String {
        guard let found = candidates.first(where: isExecutable) else {
            throw .cannotStart(
                "the program cartd is not at \(candidates.joined(separator: ", ")); name it in CARTD_DAEMON"
            )
        }
        return found
    }

    /// Whether a path is a file that this user can execute: stat(2), access(2).
    static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// The path of the running program: `/proc/self/exe`, proc(5).
    static var runningProgram: String? { absolutePath("/proc/self/exe") }

    /// A path free of symbolic links and of the working directory: realpath(3).
    static func absolutePath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }
}
