extension CBORValue: Codable {
    /// The item at the decoder's place; from another library's decoder what `encode(to:)` gives it.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? CBORItemDecoder {
            self = try decoder.document.value(at: decoder.index)
        } else {
            self = try CBOREncoded(from: decoder).decode(CBORValue.self)
        }
    }

    /// The item that this describes; to another library's encoder as an array of the bytes of its encoding, because no
    /// other format keeps tags, byte strings and map keys apart.
    public func encode(to encoder: any Encoder) throws {
        if encoder is CBORItemEncoder {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        } else {
            try CBOREncoded(encoding: self).encode(to: encoder)
        }
    }
}
