extension KeyedDecodingContainer {
    /// The value under the key, or the default when the key is missing or null.
    func decode<Value: Decodable>(_ key: Key, default value: Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? value
    }
}
