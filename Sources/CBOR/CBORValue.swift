/// Any CBOR item (RFC 8949 section 2), for data whose shape no Swift type states and for looking at what others send.
///
/// A value is the item's meaning and not its spelling: widths, indefinite lengths and the order of a map's keys are
/// gone. `CBOREncoded` keeps them.
public indirect enum CBORValue: Sendable {
    /// An integer from 0 to 2^64 - 1 (major type 0).
    case unsigned(UInt64)
    /// The integer -1 - n, from -1 down to -2^64 (major type 1).
    case negative(UInt64)
    /// A byte string (major type 2).
    case bytes([UInt8])
    /// A text string (major type 3).
    case text(String)
    /// An array (major type 4).
    case array([CBORValue])
    /// A map (major type 5); its keys can be anything.
    case map([CBORValue: CBORValue])
    /// A tag number and the item that it qualifies (major type 6). Bignums stay tags 2 and 3 over a byte string.
    case tag(UInt64, CBORValue)
    /// A simple value without a case of its own: 0 to 19 and 32 to 255. Encoding any other is an error.
    case simple(UInt8)
    /// True or false (simple values 21 and 20).
    case bool(Bool)
    /// Null (simple value 22).
    case null
    /// Undefined (simple value 23).
    case undefined
    /// A floating-point number of any width. NaN is one value, whatever its payload.
    case float(Double)

    /// The item for an integer of any width; outside of -2^64 ..< 2^64 a bignum (RFC 8949 section 3.4.3).
    public init(_ value: some BinaryInteger) {
        // Of a negative number n, the complement is -1 - n, which no type is too narrow for.
        let isNegative = value < 0
        var magnitude = isNegative ? ~value : value
        if let small = UInt64(exactly: magnitude) {
            self = isNegative ? .negative(small) : .unsigned(small)
            return
        }
        var digits: [UInt8] = []
        while magnitude > 0 {
            digits.append(UInt8(truncatingIfNeeded: magnitude))
            magnitude >>= 8
        }
        self = .tag(isNegative ? CBORTag.negativeBignum : CBORTag.unsignedBignum, .bytes(digits.reversed()))
    }
}
