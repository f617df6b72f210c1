import Glibc
import Systemd
import UnixSockets

/// One listening socket and its place in the event loop.
final class Listener {
    /// The socket; its file is removed at the end only where the daemon made it.
    let socket: ListeningSocket
    /// Who may do what there.
    let access: Access
    /// Wakes the server; set once the server has started.
    var source: IOSource?

    init(socket: consuming ListeningSocket, access: Access) {
        self.socket = socket
        self.access = access
    }

    /// Where clients connect to, for a person.
    var place: String { socket.address?.path ?? "descriptor \(socket.descriptor.rawValue)" }
}

/// A descriptor kept back so that a connection can still be taken, told, and closed when there are no more.
///
/// Without it a full descriptor table would leave the connection waiting, its listener readable, and the loop spinning.
struct ReserveDescriptor: ~Copyable {
    private var held: OwnedDescriptor?

    init() {
        held = nil
        refill()
    }

    /// Takes the descriptor for a moment.
    mutating func lend(_ body: () -> Void) {
        held = nil
        body()
        refill()
    }

    private mutating func refill() {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        held = descriptor >= 0 ? OwnedDescriptor(taking: descriptor) : nil
    }
}
