import UnixSockets

/// An open file that goes to the daemon with a request; it stays open as long as the request may have to be sent.
final class PassedFile: Sendable {
    let descriptor: OwnedDescriptor

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
}
