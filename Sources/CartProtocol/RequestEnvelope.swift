import CBOR
package import CartModel

/// A request as it came in: `{"id", "method", ? "params", ? "idempotencyKey", ? "timeout"}`.
///
/// A request whose `id` can be read is always delivered, so that what is wrong with the rest can be answered to that id.
package struct RequestEnvelope: Sendable {
    /// Chosen by the client, repeated in the reply.
    package var id: UInt64
    /// The request, or why it cannot be served.
    package var request: Result<Request, CartError>
    /// What the caller has to be.
    package var role: Role
    /// Makes a retry of a mutation safe: 1 to 128 printable ASCII characters.
    package var idempotencyKey: String?
    /// How long the caller waits for the answer, in milliseconds from when the daemon has read the request; nil is for ever.
    ///
    /// What cannot be begun, or goes on, beyond it is given up, not done, and refused with `deadlineExceeded`. It does not
    /// end a stream.
    package var timeout: UInt64?
    /// The method's name and its parameters in their deterministic encoding; empty without a key.
    ///
    /// Two requests with one key must agree in it, however they were spelled.
    package var fingerprint: [UInt8]
}

extension RequestEnvelope: Decodable {
    fileprivate enum CodingKeys: String, CodingKey {
        case id, method, params, idempotencyKey, timeout
    }

    /// The `params` of a request on their way to the type of its method.
    struct Parameters {
        fileprivate let container: KeyedDecodingContainer<CodingKeys>

        /// Reads the parameters; a method without required ones may be called without any.
        func read<M: Method>() throws -> M {
            if let params = try container.decodeIfPresent(M.self, forKey: .params) {
                // A type without members reads itself from anything.
                if MemoryLayout<M>.size == 0 {
                    _ = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .params)
                }
                return params
            }
            do {
                return try CBORDecoder().decode(M.self, from: [0xA0])
            } catch DecodingError.keyNotFound(let key, let context) {
                // The first parameter that is missing is named as if the others were there.
                throw DecodingError.keyNotFound(
                    key,
                    DecodingError.Context(
                        codingPath: [CodingKeys.params] + context.codingPath,
                        debugDescription: context.debugDescription
                    )
                )
            }
        }
    }

    /// Decodes a request.
    ///
    /// - Throws: `DecodingError` only where there is no `id` to answer to.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UInt64.self, forKey: .id)
        fingerprint = []
        role = .cart
        do {
            let method = try container.decode(String.self, forKey: .method)
            idempotencyKey = try container.decodeIfPresent(String.self, forKey: .idempotencyKey)
            timeout = try container.decodeIfPresent(UInt64.self, forKey: .timeout)
            guard let reader = Request.readers[method] else {
                request = .failure(.unknownMethod(method))
                return
            }
            role = reader.role
            let request = try reader.read(Parameters(container: container))
            if idempotencyKey != nil {
                fingerprint = Array(method.utf8) + [0]
                try CBOREncoder().encode(request.method, into: &fingerprint)
            }
            self.request = .success(request)
        } catch let error as DecodingError {
            request = .failure(CartError(error))
        } catch {
            request = .failure(CartError(.malformed, "the parameters cannot be encoded again: \(error)"))
        }
    }
}

extension CartError {
    /// The refusal of a method that is not in the table.
    static func unknownMethod(_ method: String) -> CartError {
        let name = method.excerpt()
        return CartError(
            .unknownMethod,
            "there is no method \(name) in version \(ProtocolVersion.newest) of the protocol",
            details: ["method": .string(name)]
        )
    }
}

/// A request on its way out.
package struct OutgoingRequest<M: Method>: Encodable, Sendable {
    /// Repeated in the reply.
    package var id: UInt64
    /// The parameters.
    package var params: M
    /// Makes a retry of a mutation safe.
    package var idempotencyKey: String?
    /// How long the caller waits for the answer, in milliseconds.
    package var timeout: UInt64?

    /// Creates a request.
    package init(id: UInt64, params: M, idempotencyKey: String? = nil, timeout: UInt64? = nil) {
        self.id = id
        self.params = params
        self.idempotencyKey = idempotencyKey
        self.timeout = timeout
    }

    /// Encodes the request, its method by name.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RequestKey.self)
        try container.encode(id, forKey: .id)
        try container.encode(params, forKey: .params)
        try container.encode(M.name, forKey: .method)
        try container.encodeIfPresent(timeout, forKey: .timeout)
        try container.encodeIfPresent(idempotencyKey, forKey: .idempotencyKey)
    }
}

/// The members of a request; outside of the type, so that one set of keys serves all methods.
private enum RequestKey: String, CodingKey {
    case id, params, method, timeout, idempotencyKey
}
