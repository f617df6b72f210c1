extension CBORDocument {
    func codingPath(_ index: Int) -> [any CodingKey] { tape.codingPath(to: index) }

    func offsetNote(_ index: Int) -> String {
        index < tape.count ? "(byte \(tape.offset(index)))" : "(at the end)"
    }

    /// The data cannot be what was asked for.
    func corrupted(_ index: Int, _ message: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath(index), debugDescription: message))
    }

    /// An item of another kind than was asked for; null and undefined are a missing value.
    func mismatch(_ type: any Any.Type, expected: String, at index: Int) -> DecodingError {
        let found = (try? tape.content(index).head).map(Self.kind) ?? "nothing"
        let context = DecodingError.Context(
            codingPath: codingPath(index),
            debugDescription: "Expected \(expected) for \(type), found \(found) \(offsetNote(index))"
        )
        return found == "null" || found == "undefined"
            ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// A value which the asked type cannot hold.
    func unrepresentable(_ value: String, as type: any Any.Type, at index: Int) -> DecodingError {
        corrupted(index, "\(value) cannot be represented exactly as \(type) \(offsetNote(index))")
    }

    private static func kind(_ head: CBORHead) -> String {
        switch head.majorType {
        case .unsigned, .negative: "an integer"
        case .bytes: "a byte string"
        case .text: "a text string"
        case .array: "an array"
        case .map: "a map"
        case .tag: "a tag"
        case .simple:
            switch head.initialByte {
            case CBORByte.false, CBORByte.true: "a Boolean"
            case CBORByte.null: "null"
            case CBORByte.undefined: "undefined"
            case CBORByte.half, CBORByte.single, CBORByte.double: "a floating-point number"
            default: "simple value \(head.argument)"
            }
        }
    }
}
