package import CartModel
package import CartProtocol

/// What the commands need of a daemon: a connection to it, or what a test puts in its place.
package protocol CartService {
    /// The daemon that answered last.
    var daemon: Hello.Answer { get }

    /// Calls a method.
    func call<M: Method>(_ method: M) throws(CartError) -> M.Answer

    /// Makes a catalog of a file, in place of one of that name.
    func importCatalog(named name: String, from path: String) throws(CartError) -> CatalogSummaryView

    /// A catalog with all its products.
    func catalog(named name: String) throws(CartError) -> CatalogContents

    /// All carts by name.
    func carts() throws(CartError) -> [ListCarts.CartSummary]

    /// A grid with all its tiles.
    func layOutGrid(_ method: LayOutGrid) throws(CartError) -> LayOutGrid.Answer

    /// A list with all its sections.
    func layOutList(_ method: LayOutList) throws(CartError) -> LayOutList.Answer

    /// All controls by name, and the newest event that they have seen.
    func controls() throws(CartError) -> (controls: [ControlView], sequence: Int64)

    /// All that has happened to controls since a time.
    func controlEvents(_ method: PollControlEvents) throws(CartError) -> PollControlEvents.Answer

    /// Begins a stream that also tells when it is interrupted.
    func watch<Stream: StreamMethod>(_ method: Stream) throws(CartError) -> any EventSource<Stream.Event>
}

/// Connects to a daemon.
package typealias Connector = @Sendable (ServiceOptions) throws(CartError) -> any CartService

/// A catalog with all its products.
package struct CatalogContents: Hashable, Sendable {
    /// What it is called and holds.
    package var summary: CatalogSummaryView
    /// All groups, whole.
    package var groups: [ProductGroup]

    /// Creates the contents of a catalog.
    package init(summary: CatalogSummaryView, groups: [ProductGroup]) {
        self.summary = summary
        self.groups = groups
    }
}

/// Which daemon to connect to and how long to wait for it.
package struct ServiceOptions: Hashable, Sendable {
    /// The path of its socket; nil is the environment's, else the system's, else the user's own.
    package var socket: String?
    /// What the command does there, which chooses among the sockets of the system's daemon.
    package var role = Role.cart
    /// Whether a daemon of the user's own is started where none runs.
    package var startsDaemon = true
    /// How long all may take, connection and calls together; nil is the client library's own limit for each of them.
    package var timeout: Duration?
    /// What the client library takes its paths from, and what a daemon that it starts gets.
    package var environment: [String: String]
    /// Where the daemon of the system is looked for; nil is where it is.
    package var systemSocket: String?

    /// Creates options.
    package init(socket: String? = nil, timeout: Duration? = nil, environment: [String: String] = [:]) {
        self.socket = socket
        self.timeout = timeout
        self.environment = environment
    }
}
