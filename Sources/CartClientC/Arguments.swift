import CartClient
import Glibc

/// Reads what a caller in C gives.
enum Arguments {
    /// A text; nil is nil.
    static func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(CartError) -> String? {
        guard let pointer else { return nil }
        guard let text = String(validatingCString: pointer) else {
            throw .invalidArgument("\(name) is not UTF-8", name: name)
        }
        return text
    }

    /// A text that must be there.
    static func required(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(CartError) -> String {
        guard let text = try text(pointer, name) else {
            throw .invalidArgument("\(name) is NULL", name: name)
        }
        return text
    }

    /// The client behind its handle.
    static func client(_ handle: OpaquePointer?) throws(CartError) -> CartClient {
        guard let handle else { throw .invalidArgument("client is NULL", name: "client") }
        return Unmanaged<CartClient>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }

    /// The watch behind its handle.
    static func watch(_ handle: OpaquePointer?) throws(CartError) -> EventReader {
        guard let handle else { throw .invalidArgument("watch is NULL", name: "watch") }
        return Unmanaged<EventReader>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
    }

    /// A handle that keeps an object alive until ``release(_:as:)``.
    static func handle(keeping object: some AnyObject) -> OpaquePointer {
        OpaquePointer(Unmanaged.passRetained(object).toOpaque())
    }

    /// Lets go of the object behind a handle.
    static func release<Object: AnyObject>(_ handle: OpaquePointer?, as type: Object.Type) {
        guard let handle else { return }
        Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
    }
}
