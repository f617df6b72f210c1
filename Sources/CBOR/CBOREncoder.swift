/// Encodes `Encodable` values as one CBOR item in the deterministic encoding of RFC 8949 section 4.2.1.
///
/// **Output.** Heads and floats take the fewest bytes that keep the value, every NaN is `f97e00`, all lengths are
/// definite, and the members of a map are in bytewise order of their encoded keys. The same value gives the same
/// bytes, on every machine, in every run, whatever order a dictionary or an `encode(to:)` has.
///
/// **Keys** are text, the coding key's `stringValue`, also of `[Int: V]`. With `KeyStrategy.integers` a key that has an
/// `intValue` is that integer. A key that is encoded twice is an error.
///
/// **Types with a form of their own:** `[UInt8]`, `ContiguousArray<UInt8>` and `Data` are byte strings, `Date` is tag
/// 1 over seconds since 1970 (an integer when they are whole), `URL` is tag 32 over text, `UUID` is tag 37 over 16
/// bytes, integers outside of -2^64 ..< 2^64 are bignums (tags 2 and 3), `CBORValue` is the item it describes and
/// `CBOREncoded` the bytes it holds. Nil is null. All other types, `Decimal` among them, are what their `encode(to:)`
/// says.
///
/// **Errors** are `EncodingError` with the path to the value: a value that encodes nothing or a second time, a
/// container that is used out of its turn, a date that is not finite, nesting beyond `maximumDepth`. Nested
/// containers and super encoders may be filled in any order, until the value that they belong to is finished.
public struct CBOREncoder: Sendable {
    /// How the keys of maps are spelled.
    public enum KeyStrategy: Sendable {
        /// As text, always.
        case text
        /// As an integer when the coding key has an `intValue`, else as text.
        case integers
    }

    /// How the keys of maps are spelled.
    public var keyStrategy: KeyStrategy

    /// How deep arrays and maps may be nested; what is inside of a `CBOREncoded` does not count.
    public var maximumDepth: Int

    /// What the encoded types find in their encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// An encoder with text keys that goes 128 levels deep unless told otherwise.
    public init(
        keyStrategy: KeyStrategy = .text,
        maximumDepth: Int = 128,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.keyStrategy = keyStrategy
        self.maximumDepth = maximumDepth
        self.userInfo = userInfo
    }

    /// The encoded item.
    ///
    /// Throws `EncodingError`, and what the type's own `encode(to:)` throws.
    public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try encode(value, into: &bytes)
        return bytes
    }

    /// Appends the encoded item to a buffer.
    ///
    /// The item is built in scratch memory, on the stack while it is small, and copied over once it is whole, so that
    /// the buffer grows once and is as before when this throws.
    ///
    /// Throws `EncodingError`, and what the type's own `encode(to:)` throws.
    public func encode<T: Encodable>(_ value: T, into buffer: inout [UInt8]) throws {
        // A thousand bytes is what the standard library takes from the call stack.
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { bytes in
            try withUnsafeTemporaryAllocation(of: CBOROutput.Frame.self, capacity: 16) { frames in
                let output = CBOROutput(
                    bytes: CBORBytes(lent: bytes),
                    frames: ScratchStack(lent: frames),
                    configuration: self
                )
                defer { output.close() }
                try output.encodeRoot(value)
                buffer.append(contentsOf: output.bytes.elements)
            }
        }
    }
}
