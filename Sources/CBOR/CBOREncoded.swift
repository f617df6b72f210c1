/// One item that is encoded already.
///
/// Encoding puts its bytes into the output as they are, decoding takes the bytes of whatever item is there, also when
/// they are not in the deterministic encoding. With any other coder than this library's it is its bytes.
public struct CBOREncoded: Hashable, Sendable {
    /// The item, well-formed and with no bytes before or behind it.
    public let bytes: [UInt8]

    /// Takes bytes that somebody else encoded.
    ///
    /// Throws `DecodingError.dataCorrupted` for anything that `CBORDecoder` would refuse.
    public init(_ bytes: [UInt8], maximumDepth: Int = 128) throws {
        try bytes.withUnsafeBytes { bytes in
            try CBORDocument(CBORTape(bytes), configuration: CBORDecoder(maximumDepth: maximumDepth)).close()
        }
        self.bytes = bytes
    }

    /// Encodes a value.
    ///
    /// Throws what the encoder throws.
    public init(encoding value: some Encodable, with encoder: CBOREncoder = CBOREncoder()) throws {
        self.bytes = try encoder.encode(value)
    }

    /// Takes bytes that are known to be one item that `CBORDecoder` reads: cut out of a checked input or just encoded.
    package init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Decodes the item.
    ///
    /// Throws what the decoder throws.
    public func decode<T: Decodable>(_ type: T.Type, with decoder: CBORDecoder = CBORDecoder()) throws -> T {
        try decoder.decode(type, from: bytes)
    }
}

extension CBOREncoded: Codable {
    /// The item at the decoder's place; from another library's decoder an array of bytes, which is checked.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? CBORItemDecoder {
            self = try decoder.document.encoded(at: decoder.index)
        } else {
            try self.init([UInt8](from: decoder))
        }
    }

    /// The bytes as they are; to another library's encoder as an array of bytes.
    public func encode(to encoder: any Encoder) throws {
        if encoder is CBORItemEncoder {
            var container = encoder.singleValueContainer()
            try container.encode(self)
        } else {
            try bytes.encode(to: encoder)
        }
    }
}
