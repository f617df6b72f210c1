import CartClient

/// `cartclient_version`.
@_cdecl("cartclient_version")
public func version() -> UnsafePointer<CChar>? {
    VersionText.shared
}

private enum VersionText {
    /// Made once and never freed.
    nonisolated(unsafe) static let shared = (try? Block.text(ProtocolVersion.software)).map { UnsafePointer($0) }
}

/// `cartclient_open`.
@_cdecl("cartclient_open")
public func open(
    socket: UnsafePointer<CChar>?,
    timeout: Int64,
    error: ErrorPlace
) -> OpaquePointer? {
    reporting(at: error, otherwise: nil) { () throws(CartError) in
        let path = try Arguments.text(socket, "socket")
        guard timeout >= 0 else {
            throw .invalidArgument("timeout_ms is \(timeout), less than 0", name: "timeout_ms")
        }
        var configuration = CartClient.Configuration(socket: path.map { .path($0) } ?? .automatic)
        if timeout > 0 { configuration.timeout = .milliseconds(timeout) }
        return Arguments.handle(keeping: try CartClient(configuration))
    }
}

/// `cartclient_close`.
@_cdecl("cartclient_close")
public func close(client: OpaquePointer?) {
    Arguments.release(client, as: CartClient.self)
}
