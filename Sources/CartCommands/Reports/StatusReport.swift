package import CartJSON
package import CartProtocol

/// How the daemon is.
package struct StatusReport: Report {
    /// What it says.
    package let answer: ShowStatus.Answer

    /// The answer's fields, side by side; what an older daemon does not tell is left out.
    package var json: JSON {
        let told: JSON = [
            "software": .string(answer.software),
            "pid": .integer(Int64(answer.pid)),
            "uid": .integer(Int64(answer.uid)),
            "store": .string(answer.store),
            "stateDirectory": .string(answer.stateDirectory),
            "uptimeMilliseconds": .integer(answer.uptimeMilliseconds),
            "connections": .integer(answer.connections),
            "connectionLimit": .integer(answer.connectionLimit),
            "requests": .integer(answer.requests),
            "commits": .integer(answer.commits),
            "carts": .integer(answer.carts),
            "catalogs": .integer(answer.catalogs),
        ]
        return
            told
            .adding(answer.streams.map { ["streams": .integer($0)] } ?? [:])
            .adding(answer.role.map { ["role": .string($0.rawValue)] } ?? [:])
            .adding(answer.limits.map { ["limits": .array($0.map(Self.json))] } ?? [:])
            .adding(answer.users.map { ["users": .array($0.map(Self.json))] } ?? [:])
    }

    private static func json(_ usage: ShowStatus.LimitUsage) -> JSON {
        let told: JSON = ["limit": .string(usage.limit), "used": .integer(usage.used)]
        return told.adding(usage.allowed.map { ["allowed": .integer($0)] } ?? [:])
    }

    private static func json(_ usage: ShowStatus.UserUsage) -> JSON {
        [
            "uid": .integer(Int64(usage.uid)), "connections": .integer(usage.connections),
            "streams": .integer(usage.streams), "bytes": .integer(usage.bytes),
        ]
    }

    /// A line a fact.
    package func write(to page: inout Page) {
        var table = TextTable(columns: [.init(title: ""), .init(title: "")])
        func fact(_ name: String, _ value: String) {
            table.rows.append([.init(name, .dim), .init(value)])
        }
        fact("Daemon", "\(answer.software), process \(answer.pid), user \(answer.uid)")
        fact("Up", Self.words(milliseconds: answer.uptimeMilliseconds))
        fact("State", answer.stateDirectory)
        fact("Store", answer.store)
        fact("Connections", "\(answer.connections) of \(answer.connectionLimit)")
        fact("Requests", "\(answer.requests)")
        fact("Commits", "\(answer.commits)")
        fact("Carts", "\(answer.carts)")
        fact("Catalogs", "\(answer.catalogs)")
        if let role = answer.role { fact("Role", role.rawValue) }
        for usage in answer.limits ?? [] where usage.limit != "connections" {
            fact(usage.limit, "\(usage.used)" + (usage.allowed.map { " of \($0)" } ?? ", without a limit"))
        }
        for usage in answer.users ?? [] {
            fact(
                "User \(usage.uid)",
                "\(usage.connections) connections, \(usage.streams) streams, \(usage.bytes) bytes in flight"
            )
        }
        page.table(table)
    }

    /// A time in its two largest units: `3 d 4 h`, `2 min 5 s`, `340 ms`.
    package static func words(milliseconds: Int64) -> String {
        guard milliseconds >= 1000 else {
            return "\(milliseconds) ms"
        }
        let seconds = milliseconds / 1000
        let parts: [(Int64, String)] = [
            (seconds / 86400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        return parts.drop { $0.0 == 0 }.prefix(2).map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
