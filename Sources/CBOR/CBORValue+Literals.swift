extension CBORValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// An integer.
    public init(integerLiteral value: Int64) { self.init(value) }

    /// A floating-point number.
    public init(floatLiteral value: Double) { self = .float(value) }

    /// A text string.
    public init(stringLiteral value: String) { self = .text(value) }

    /// True or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Null.
    public init(nilLiteral: ()) { self = .null }

    /// An array.
    public init(arrayLiteral elements: CBORValue...) { self = .array(elements) }

    /// A map; of a key that is written twice the last value counts.
    public init(dictionaryLiteral elements: (CBORValue, CBORValue)...) {
        self = .map(Dictionary(elements) { _, last in last })
    }
}

extension CBORValue {
    /// The value under a text key of a map; nil for any other item and for a key that is not there.
    public subscript(key: String) -> CBORValue? {
        guard case .map(let members) = self else { return nil }
        return members[.text(key)]
    }

    /// The element at a position of an array; nil for any other item and outside of its bounds.
    public subscript(index: Int) -> CBORValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}
