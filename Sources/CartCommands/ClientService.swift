import CartClient

/// The daemon, by way of the client library.
struct ClientService: CartService {
    private let client: CartClient

    /// Connects.
    init(_ options: ServiceOptions) throws(CartError) {
        var configuration = CartClient.Configuration(
            socket: options.socket.map { .path($0) } ?? .automatic,
            role: options.role,
            software: "cartctl \(ProtocolVersion.software)",
            startsDaemon: options.startsDaemon,
            environment: options.environment
        )
        if let timeout = options.timeout {
            configuration.timeout = timeout
            configuration.timeoutCoversAll = true
        }
        if let systemSocket = options.systemSocket {
            configuration.systemSocket = systemSocket
        }
        client = try CartClient(configuration)
    }

    var daemon: Hello.Answer { client.daemon }

    func call<M: Method>(_ method: M) throws(CartError) -> M.Answer {
        try client.call(method)
    }

    func importCatalog(named name: String, from path: String) throws(CartError) -> CatalogSummaryView {
        try client.importCatalog(named: name, from: path).catalog
    }

    func catalog(named name: String) throws(CartError) -> CatalogContents {
        let (summary, groups) = try client.catalog(named: name)
        return CatalogContents(summary: summary, groups: groups)
    }

    func carts() throws(CartError) -> [ListCarts.CartSummary] {
        try client.carts()
    }

    func layOutGrid(_ method: LayOutGrid) throws(CartError) -> LayOutGrid.Answer {
        try client.layOutGrid(method)
    }

    func layOutList(_ method: LayOutList) throws(CartError) -> LayOutList.Answer {
        try client.layOutList(method)
    }

    func controls() throws(CartError) -> (controls: [ControlView], sequence: Int64) {
        try client.controls()
    }

    func controlEvents(_ method: PollControlEvents) throws(CartError) -> PollControlEvents.Answer {
        try client.controlEvents(method)
    }

    func watch<Stream: StreamMethod>(_ method: Stream) throws(CartError) -> any EventSource<Stream.Event> {
        try client.subscribe(to: method, interruptions: true)
    }
}
