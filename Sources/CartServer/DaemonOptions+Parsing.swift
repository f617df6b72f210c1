extension DaemonOptions {
    /// The variables of the environment that ``parse(_:environment:)`` looks at.
    package static let variables = ["STATE_DIRECTORY", "XDG_STATE_HOME", "HOME", "CARTD_FONT", "CARTD_ICONS"]

    /// Reads the command line.
    ///
    /// - Parameters:
    ///   - arguments: Without the program's name.
    ///   - environment: The ``variables`` that are set, as bytes: those of the state in systemd.exec(5) and the XDG Base
    ///     Directory Specification, `CARTD_FONT` with names that colons separate, and `CARTD_ICONS`.
    package static func parse(_ arguments: [String], environment: [String: [UInt8]]) -> Command {
        do throws(UsageError) {
            let words = try Words(arguments)
            if let text = words.text {
                return .print(text)
            }
            let variables = Variables(bytes: environment)
            let state = if let given = words.last("--state") { given } else { try variables.stateDirectory() }
            guard let state else {
                return .usage("no folder for the state: set HOME, or give --state DIR")
            }
            var options = DaemonOptions(stateDirectory: state)
            options.sockets = [.owner: "--socket", .cart: "--cart-socket", .admin: "--admin-socket"]
                .compactMapValues(words.last)
            options.maxConnections = try words.count("--max-connections")
            options.maxConnectionsPerUser = try words.count("--max-connections-per-user")
            options.idleTimeout = try words.idleTimeout()
            options.fonts =
                if let fonts = words.values["--font"] {
                    Setting(value: fonts, source: "--font")
                } else {
                    try variables.fonts()
                }
            options.icons =
                if let folder = words.last("--icons") {
                    Setting(value: folder, source: "--icons")
                } else {
                    try variables.icons()
                }
            return .run(options)
        } catch {
            return .usage(error.message)
        }
    }

    /// Something that was given and cannot be meant.
    private struct UsageError: Error {
        var message: String
    }

    /// The command line, taken apart.
    private struct Words {
        /// What is to be printed instead of serving.
        private(set) var text: String?
        /// The values of each option that is given.
        private(set) var values: [String: [String]] = [:]

        init(_ arguments: [String]) throws(UsageError) {
            var rest = arguments[...]
            while let argument = rest.popFirst() {
                let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(parts.first ?? "")
                switch name {
                case "--help", "-h":
                    text = DaemonOptions.help
                    return
                case "--version":
                    text = DaemonIdentity.software + "\n"
                    return
                case "--socket", "--cart-socket", "--admin-socket", "--state", "--idle-timeout", "--max-connections",
                    "--max-connections-per-user", "--font", "--icons":
                    break
                default:
                    throw UsageError(message: "unknown argument \(argument); cartd --help lists what there is")
                }
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                    throw UsageError(message: "\(name) needs a value")
                }
                guard values[name] == nil || name == "--font" else {
                    throw UsageError(message: "\(name) is given twice")
                }
                values[name, default: []].append(value)
            }
        }

        func last(_ name: String) -> String? { values[name]?.last }

        /// A number of connections.
        func count(_ name: String) throws(UsageError) -> Int? {
            guard let text = last(name) else {
                return nil
            }
            guard let count = Int(text), (1...1_000_000).contains(count) else {
                throw UsageError(message: "\(name) \(text) is not a number of connections between 1 and 1000000")
            }
            return count
        }

        func idleTimeout() throws(UsageError) -> Double? {
            guard let text = last("--idle-timeout") else {
                return nil
            }
            guard let seconds = Double(text), seconds > 0, seconds <= 31_536_000 else {
                throw UsageError(
                    message: "--idle-timeout \(text) is not a number of seconds between 0 and 31536000"
                )
            }
            return seconds
        }
    }

    /// The environment.
    private struct Variables {
        let bytes: [String: [UInt8]]

        /// The service manager's folder, else the user's (XDG Base Directory Specification).
        func stateDirectory() throws(UsageError) -> String? {
            if let given = try text("STATE_DIRECTORY")?.split(separator: ":").first {
                return String(given)
            }
            if let home = try text("XDG_STATE_HOME"), home.hasPrefix("/") {
                return home + "/cartd"
            }
            if let home = try text("HOME"), home.hasPrefix("/") {
                return home + "/.local/state/cartd"
            }
            return nil
        }

        func fonts() throws(UsageError) -> Setting<[String]>? {
            let name = "CARTD_FONT"
            let fonts = try text(name)?.split(separator: ":").map(String.init) ?? []
            for font in fonts { try check(font, of: name) }
            return fonts.isEmpty ? nil : Setting(value: fonts, source: name)
        }

        func icons() throws(UsageError) -> Setting<String>? {
            let name = "CARTD_ICONS"
            guard let folder = try text(name), !folder.isEmpty else {
                return nil
            }
            try check(folder, of: name)
            return Setting(value: folder, source: name)
        }

        /// A variable's value, nil where it is not set; silently repaired, it would name another file.
        private func text(_ name: String) throws(UsageError) -> String? {
            guard let bytes = bytes[name] else {
                return nil
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw UsageError(message: "\(name) is not UTF-8: \(String(decoding: bytes, as: UTF8.self))")
            }
            return text
        }

        /// Refuses a path that depends on a working directory, which is not that of whoever set the variable.
        private func check(_ path: String, of name: String) throws(UsageError) {
            guard path.utf8.first == UInt8(ascii: "/") else {
                throw UsageError(message: "\(name) names \(path); a path there has to begin with a slash")
            }
        }
    }
}
