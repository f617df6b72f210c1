import CartModel
import CartProtocol

extension CommandDeclaration {
    /// `status`.
    static let status = CommandDeclaration(
        path: ["status"],
        section: .service,
        summary: "show how the daemon is",
        examples: ["cartctl status"],
        run: { (_, session) throws(CartError) in
            StatusReport(answer: try session.service().call(ShowStatus()))
        }
    )

    /// `describe`.
    static let describe = CommandDeclaration(
        path: ["describe"],
        section: .service,
        summary: "print the protocol: every message, in CDDL",
        notes: ["With --json also the methods and the versions of the protocol."],
        examples: ["cartctl describe", "cartctl describe --json"],
        run: { (_, session) throws(CartError) in
            DescriptionReport(answer: try session.service().call(Describe()))
        }
    )

    /// `version`.
    static let version = CommandDeclaration(
        path: ["version"],
        section: .service,
        summary: "show the version of this tool; no daemon is needed",
        examples: ["cartctl version"],
        run: { (_, _) throws(CartError) in VersionReport() }
    )
}
