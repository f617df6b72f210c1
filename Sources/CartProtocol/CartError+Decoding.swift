package import CartModel

extension CartError {
    /// What a decoding error means to a peer: `malformed`, or `invalidQuantity` where a number is too large to be one,
    /// with the field that it is about.
    package init(_ error: DecodingError) {
        let (kind, context): (String, DecodingError.Context)
        var path: [any CodingKey]
        switch error {
        case .keyNotFound(let key, let found):
            (kind, context) = ("is missing", found)
            path = found.codingPath
            if path.last?.stringValue != key.stringValue { path.append(key) }
        case .valueNotFound(_, let found):
            (kind, context, path) = ("is null", found, found.codingPath)
        case .typeMismatch(_, let found):
            (kind, context, path) = ("has another type", found, found.codingPath)
        case .dataCorrupted(let found):
            (kind, context, path) = ("cannot be read", found, found.codingPath)
        @unknown default:
            self.init(.malformed, "the message cannot be read")
            return
        }
        let reason = context.debugDescription.excerpt(bytes: 256)
        let field = path.map { $0.intValue.map(String.init) ?? $0.stringValue.excerpt() }.joined(separator: ".")
        guard !field.isEmpty else {
            self.init(.malformed, "the message cannot be read: \(reason)")
            return
        }
        let details: [String: Detail] = ["field": .string(field)]
        if case .dataCorrupted = error, path.last?.stringValue == "quantity" {
            self.init(.invalidQuantity, "\(field) is no quantity: \(reason)", details: details)
        } else {
            self.init(.malformed, "\(field) \(kind): \(reason)", details: details)
        }
    }
}
