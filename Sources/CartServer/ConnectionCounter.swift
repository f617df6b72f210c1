/// The number of open connections, shared with whoever reports it.
final class ConnectionCounter {
    var count = 0
}
