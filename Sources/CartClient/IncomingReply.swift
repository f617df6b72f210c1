import CartModel

/// A reply as it comes in: `{"id", "result"}` or `{"id", "error"}`, an `id` of null speaking of the connection.
///
/// Decoding throws only for what has no readable `id`, because a reply to another request need not have the result
/// that is expected and is to be told from one that is damaged.
struct IncomingReply<Answer: Decodable>: Decodable {
    /// The request's, nil for the connection's.
    let id: UInt64?
    /// What the daemon answered.
    let content: Content

    /// The three things that a reply can hold.
    enum Content {
        case result(Answer)
        case error(CartError)
        case unreadable(DecodingError)
    }

    private enum CodingKeys: String, CodingKey {
        case id, result, error
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decodeIfPresent(UInt64.self, forKey: .id)
        do {
            if let error = try container.decodeIfPresent(CartError.self, forKey: .error) {
                content = .error(error)
            } else {
                content = .result(try container.decode(Answer.self, forKey: .result))
            }
        } catch let error as DecodingError {
            content = .unreadable(error)
        }
    }
}
