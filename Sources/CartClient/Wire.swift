import CartModel
import CartProtocol
import Glibc
import Synchronization
import UnixSockets

/// One connection: a socket on which anybody sends, in turn, and whoever has the reader's role receives.
final class Wire: Sendable {
    private static let inputSize = 64 << 10

    /// What only the reader touches.
    private struct Reading {
        var session = ClientSession()
        var input = [UInt8](repeating: 0, count: Wire.inputSize)
    }

    let socket: StreamSocket
    private let reading = Mutex(Reading())

    /// Takes over a socket that nothing was sent on yet.
    init(_ socket: consuming StreamSocket) { self.socket = socket }

    /// Ends the connection for the daemon, and for whoever still waits on it: shutdown(2).
    ///
    /// The descriptor is closed when the last of them has let go of it.
    func end() { shutdown(socket.descriptor.rawValue, Int32(SHUT_RDWR)) }

    /// Reads once what is there and takes it apart.
    ///
    /// - Parameters:
    ///   - greeted: Is given the answer to the greeting.
    ///   - take: Is given each message, see ``ClientSession/next(in:take:)``.
    /// - Returns: Why the connection has ended; nil where it goes on.
    func read(
        greeted: (Hello.Answer) -> Void,
        take: (UInt64, UnsafeRawBufferPointer) -> Result<Void?, CartError>
    ) -> ConnectionFailure? {
        reading.withLock { reading in
            let received = reading.input.withUnsafeMutableBytes { buffer in
                Result { () throws(SystemError) in try socket.receive(into: buffer) }
            }
            switch received {
            case .success(.wouldBlock): return nil
            case .success(.endOfFile): return reading.session.endOfInput()
            case .success(.bytes(let count)):
                return reading.input.withUnsafeBytes { bytes in
                    var rest = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
                    while true {
                        switch reading.session.next(in: &rest, take: take) {
                        case .more: return nil
                        case .greeted(let answer): greeted(answer)
                        case .message: continue
                        case .ended(let failure): return failure
                        }
                    }
                }
            case .failure(let error) where error.code == EPIPE || error.code == ECONNRESET:
                return reading.session.endOfInput()
            case .failure(let error):
                return ConnectionFailure(
                    CartError(.connectionLost, "the answer cannot be read: \(error)"),
                    isTransient: false
                )
            }
        }
    }
}
