import CartClient

/// A suite about streams of one cart, of a daemon that does what the test says at a path.
protocol StreamSuite {
    var path: String { get }
}

extension StreamSuite {
    func connect() async throws(CartError) -> CartClient {
        try await CartClient(.init(socket: .path(path), timeout: .seconds(60), environment: [:]))
    }

    static func event(_ kind: StreamEventKind, _ sequence: Int64) -> WatchCart.Event {
        WatchCart.Event(sequence: sequence, kind: kind)
    }

    /// The stream that a client asks for.
    static func watch(_ request: RequestEnvelope) throws -> WatchCart {
        guard case .watchCart(let watch) = try request.request.get() else { throw FakeConnection.Ended() }
        return watch
    }
}
