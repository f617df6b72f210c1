import CartClient
import CartJSON
import CartProtocol
import FoundationEssentials

/// `cartclient_call_json`.
@_cdecl("cartclient_call_json")
public func callJSON(
    client: OpaquePointer?,
    method: UnsafePointer<CChar>?,
    parameters: UnsafePointer<CChar>?,
    error: ErrorPlace
) -> TextPointer {
    reporting(at: error, otherwise: nil) { () throws(CartError) in
        let client = try Arguments.client(client)
        let name = try Arguments.required(method, "method")
        let parameters = try Arguments.text(parameters, "params_json") ?? "{}"
        return try Block.text(try CallByName(name, parameters: parameters).perform(by: client))
    }
}

/// A call whose method is known only by its name.
private struct CallByName {
    private let method: any Method

    /// Reads the parameters as the method's type has them.
    init(_ name: String, parameters: String) throws(CartError) {
        do {
            // By itself, so that it cannot close the request around it.
            _ = try JSONDecoder().decode(Object.self, from: Data(parameters.utf8))
        } catch {
            throw .invalidArgument("params_json is not a JSON object", name: "params_json")
        }
        let request = #"{"id":0,"method":\#(JSON.string(name).text),"params":\#(parameters)}"#
        let result: Result<Request, CartError>
        do {
            result = try JSONDecoder().decode(RequestEnvelope.self, from: Data(request.utf8)).request
        } catch {
            throw CartError(.malformed, "the parameters of \(name) cannot be read: \(error)")
        }
        switch try result.get() {
        case .hello, .cancel, .watchCart, .watchCarts, .watchCatalogs, .watchControls:
            throw .invalidArgument(
                "\(name) is not a call with one answer; cartclient_watch_... are the functions for streams",
                name: "method"
            )
        case let request: method = request.method
        }
    }

    /// Makes the call.
    ///
    /// - Returns: The answer as JSON text.
    func perform(by client: CartClient) throws(CartError) -> String {
        guard let method = method as? ImportCatalog else { return try perform(method, by: client) }
        guard let file = method.file else {
            throw .invalidArgument("catalog.import needs the path of the file as file", name: "params_json")
        }
        return try text(of: client.importCatalog(named: method.catalog, from: file))
    }

    private func perform(_ method: some Method, by client: CartClient) throws(CartError) -> String {
        try text(of: client.call(method))
    }

    private func text(of answer: some Encodable) throws(CartError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(answer), as: UTF8.self)
        } catch {
            throw CartError(.malformed, "the answer cannot be written as JSON: \(error)")
        }
    }

    /// Any JSON object.
    private struct Object: Decodable {
        private enum NoKey: CodingKey {}

        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: NoKey.self) }
    }
}
