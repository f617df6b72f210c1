import CartModel
package import CartProtocol
import CartStore
import Glibc

extension ShowStatus: ServedMethod {
    package func serve(_ context: ServingContext) -> Answer {
        let statistics = context.statistics
        return Answer(
            software: DaemonIdentity.software,
            pid: getpid(),
            uid: DaemonIdentity.user,
            store: context.store.storeID,
            stateDirectory: statistics.stateDirectory,
            uptimeMilliseconds: statistics.uptimeMilliseconds,
            connections: statistics.connections,
            connectionLimit: statistics.connectionLimit,
            requests: statistics.requests,
            commits: statistics.commits,
            carts: context.store.carts.count,
            catalogs: context.store.catalogNames().count,
            streams: statistics.streams,
            role: context.caller.role,
            limits: statistics.limits(for: context.caller.user),
            users: context.caller.role == .admin ? statistics.users : nil
        )
    }
}

extension ServerStatisticsSource {
    /// The limits of what a user has open, which come and go; those of what is stored are told when they are reached.
    fileprivate func limits(for user: UInt32) -> [ShowStatus.LimitUsage] {
        let account = accounts.all.first { $0.user == user }
        let usage = account?.usage ?? UserUsage()
        let allowed = account?.limits
        return [
            ShowStatus.LimitUsage(limit: "connections", used: connections, allowed: connectionLimit),
            ShowStatus.LimitUsage(limit: "userConnections", used: usage.connections, allowed: allowed?.connections),
            ShowStatus.LimitUsage(limit: "allStreams", used: streams, allowed: streamLimit),
            ShowStatus.LimitUsage(limit: "userStreams", used: usage.streams, allowed: allowed?.streams),
            ShowStatus.LimitUsage(limit: "userBytes", used: usage.bytes, allowed: allowed?.bytes),
        ]
    }

    /// What each user has open.
    fileprivate var users: [ShowStatus.UserUsage] {
        accounts.all.map { account in
            ShowStatus.UserUsage(
                uid: account.user,
                connections: account.usage.connections,
                streams: account.usage.streams,
                bytes: account.usage.bytes
            )
        }
    }
}

extension Describe: ServedMethod {
    package func serve(_ context: ServingContext) -> Answer {
        Answer(
            software: DaemonIdentity.software,
            protocolVersions: Hello.VersionRange(min: ProtocolVersion.oldest, max: ProtocolVersion.newest),
            methods: Request.methods,
            cddl: String(decoding: PackageResources.cartd_cddl, as: UTF8.self)
        )
    }
}

/// Who this daemon says it is.
enum DaemonIdentity {
    /// Program and version.
    static let software = "cartd \(ProtocolVersion.software)"

    /// The user that the daemon runs as: getuid(2).
    static var user: UInt32 { getuid() }

    /// The answer to a hello.
    static func greeting(protocolVersion: Int, store: ModelStore, frameLimit: Int) -> Hello.Answer {
        Hello.Answer(
            protocolVersion: protocolVersion,
            software: software,
            pid: getpid(),
            uid: user,
            store: store.storeID,
            frameLimit: frameLimit
        )
    }
}
