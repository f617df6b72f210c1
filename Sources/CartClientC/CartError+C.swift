public import CCartClient
import CartJSON
import CartModel

/// Where a caller in C wants an error; nil where it does not.
public typealias ErrorPlace = UnsafeMutablePointer<UnsafeMutablePointer<cartclient_error_t>?>?

extension CartError {
    /// A caller in C gave what no function takes.
    static func invalidArgument(_ message: String, name: String) -> CartError {
        CartError(CartError.Code(rawValue: "invalidArgument"), message, details: ["argument": .string(name)])
    }

    /// malloc(3) has failed.
    static func outOfMemory(bytes: Int) -> CartError {
        CartError(CartError.Code(rawValue: "outOfMemory"), "there is no memory for \(bytes) bytes")
    }

    /// The caller has ended the watch.
    static var ended: CartError { CartError(.cancelled, "the watch was ended by its caller") }

    /// Puts the error where the caller wants it.
    func report(at place: ErrorPlace) {
        guard let place else { return }
        place.pointee = try? Block.make { block in
            cartclient_error_t(
                code: block.text(code.rawValue),
                message: block.text(message),
                details_json: block.text(JSON(details).text)
            )
        }
    }
}

/// Does the work of a function, and reports the error where there is one.
func reporting<Result>(
    at place: ErrorPlace,
    otherwise failure: Result,
    _ work: () throws(CartError) -> Result
) -> Result {
    place?.pointee = nil
    do throws(CartError) {
        return try work()
    } catch {
        error.report(at: place)
        return failure
    }
}
