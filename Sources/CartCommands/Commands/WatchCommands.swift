import CartModel
import CartProtocol

extension CommandDeclaration {
    /// `watch`.
    static let watch = CommandDeclaration(
        path: ["watch"],
        section: .carts,
        summary: "show a cart, and again after every change",
        notes: watchNotes,
        parameters: [Parameters.cart.declaration, Parameters.count.declaration],
        examples: ["cartctl watch", "cartctl --json watch --cart till-2", "cartctl watch --count 1"],
        run: { (arguments, session) throws(CartError) in
            try watch(WatchCart(cart: arguments[Parameters.cart]), WatchedCart(), arguments, session)
        }
    )

    /// `catalog watch`.
    static let catalogWatch = CommandDeclaration(
        path: ["catalog", "watch"],
        section: .catalogs,
        summary: "list the catalogs, and again after every change",
        notes: watchNotes,
        parameters: [Parameters.watchedCatalog.declaration, Parameters.count.declaration],
        examples: ["cartctl catalog watch", "cartctl --json catalog watch shop"],
        run: { (arguments, session) throws(CartError) in
            let method = WatchCatalogs(catalog: arguments[Parameters.watchedCatalog])
            return try watch(method, WatchedCatalogs(), arguments, session)
        }
    )

    /// `control watch`.
    static let controlWatch = CommandDeclaration(
        path: ["control", "watch"],
        section: .controls,
        summary: "list the controls, then show what happens to them",
        notes: watchNotes,
        parameters: [
            Parameters.watchedControl.declaration, Parameters.polledEvents.declaration, Parameters.count.declaration,
        ],
        examples: ["cartctl control watch", "cartctl --json control watch buy --events touchUpInside"],
        run: { (arguments, session) throws(CartError) in
            let method = WatchControls(
                control: arguments[Parameters.watchedControl],
                events: arguments[Parameters.polledEvents]
            )
            return try watch(method, WatchedControls(), arguments, session)
        }
    )

    /// What is to be known of every command that goes on.
    static let watchNotes = [
        "A terminal is drawn anew in place, anything else gets a block of text a change, and with --json one object a line an "
            + "event: first a snapshot, then every change in order, and resync where some were missed. While there is no connection, a "
            + "terminal says reconnecting below, anything else is told so on standard error. Ctrl-C ends it, as does the end of whoever reads it. --timeout is for the connection and the first event only."
    ]

    /// Watches until there is a reason to end.
    static func watch<State: WatchedState>(
        _ method: State.Stream,
        _ state: State,
        _ arguments: Arguments,
        _ session: Session
    ) throws(CartError) -> any Report {
        let count: Int64? = if let count = arguments[Parameters.count] { try count.eventCount() } else { nil }
        let stage = ProcessStage(environment: session.environment)
        return try LiveView.run(method, state, in: session, on: stage, count: count)
    }
}
