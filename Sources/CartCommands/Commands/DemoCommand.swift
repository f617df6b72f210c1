import CartModel

extension CommandDeclaration {
    /// `demo`.
    static let demo = CommandDeclaration(
        path: ["demo"],
        section: .service,
        summary: "see all of it at work in a temporary folder",
        notes: [
            "A daemon is started for it by socket activation, with a socket and a state of its own. Carts and catalogs that "
                + "you have are not touched. At the end, and also when it is interrupted, the daemon is stopped and the folder removed."
        ],
        examples: ["cartctl demo"],
        run: { (_, session) throws(CartError) in
            guard session.options.socket == nil else {
                throw .usage("demo runs a daemon of its own, so --socket has no place beside it", argument: "--socket")
            }
            return try Demo.run(in: session, on: try TemporaryStage(environment: session.environment))
        }
    )
}
