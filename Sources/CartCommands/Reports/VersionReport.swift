package import CartJSON
import CartProtocol

/// What this tool is.
package struct VersionReport: Report {
    /// `{"software","version","protocolVersions":{"min","max"}}`.
    package var json: JSON {
        [
            "software": "cartctl",
            "version": .string(ProtocolVersion.software),
            "protocolVersions": ["min": .integer(ProtocolVersion.oldest), "max": .integer(ProtocolVersion.newest)],
        ]
    }

    /// One line.
    package func write(to page: inout Page) {
        page.line(
            "cartctl \(ProtocolVersion.software) (protocol \(ProtocolVersion.oldest) to \(ProtocolVersion.newest))"
        )
    }
}
