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
            uid: getuid(),
            store: context.store.storeID,
            stateDirectory: statistics.stateDirectory,
            uptimeMilliseconds: statistics.uptimeMilliseconds,
            connections: statistics.connections,
            connectionLimit: statistics.connectionLimit,
            requests: statistics.requests,
            commits: statistics.commits,
            carts: context.store.carts.count,
            catalogs: context.store.catalogNames().count,
            streams: statistics.streams
        )
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

    /// The answer to a hello.
    static func greeting(protocolVersion: Int, store: ModelStore, frameLimit: Int) -> Hello.Answer {
        Hello.Answer(
            protocolVersion: protocolVersion,
            software: software,
            pid: getpid(),
            uid: getuid(),
            store: store.storeID,
            frameLimit: frameLimit
        )
    }
}
