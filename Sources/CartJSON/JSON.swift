/// A JSON value (RFC 8259) whose objects keep their members in the order that they were written in.
///
/// `JSONEncoder` knows only sorted keys or none; a person who reads `--json` expects a name before its lines.
package indirect enum JSON: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A name and its value.
    package struct Member: Hashable, Sendable {
        let name: String
        let value: JSON
    }

    /// A whole number of this machine.
    package static func integer(_ value: Int) -> JSON { .integer(Int64(value)) }

    /// A text, or null.
    package static func string(orNull text: String?) -> JSON { text.map { .string($0) } ?? .null }

    /// The members of this object and then those of another; one that is no object adds nothing.
    package func adding(_ other: JSON) -> JSON {
        guard case .object(let first) = self, case .object(let second) = other else {
            return self
        }
        return .object(first + second)
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// An object, its members in this order.
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }

    /// An array.
    package init(arrayLiteral elements: JSON...) {
        self = .array(elements)
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// A text.
    package init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    package init(integerLiteral value: Int64) { self = .integer(value) }
    /// Yes or no.
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
}
