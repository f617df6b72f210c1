/// The value under a key, as far as a catalog can use it.
enum CatalogField {
    /// No such key, or JSON's null.
    case absent
    case text(String)
    /// A whole number of at most 64 bits in decimal digits.
    case integer(String)
    /// Anything else, in words that follow "is".
    case other(String)

    /// Reads the value under a key.
    init(_ container: KeyedDecodingContainer<CatalogKey>, _ key: CatalogKey) {
        guard container.contains(key) else {
            self = .absent
            return
        }
        self = (try? container.decode(Value.self, forKey: key).field) ?? .absent
    }

    /// Reads the value that a decoder stands at.
    init(_ decoder: any Decoder) {
        guard let container = try? decoder.singleValueContainer() else {
            self = .other("not readable")
            return
        }
        guard !container.decodeNil() else {
            self = .absent
            return
        }
        do {
            self = .text(try container.decode(String.self))
        } catch DecodingError.typeMismatch(_, let context) {
            self = Self.number(in: container) ?? .other(Self.kind(in: context))
        } catch {
            self = .other("text that is not valid Unicode, such as a lone surrogate")
        }
    }

    private static func number(in container: any SingleValueDecodingContainer) -> CatalogField? {
        // A decoder gives the integer 1 for a property list's real 1.0 too, and tells them apart in words only.
        do {
            _ = try container.decode(String.self)
        } catch DecodingError.typeMismatch(_, let context) where context.debugDescription.contains("real number") {
            return .other("a real number")
        } catch {}
        if (try? container.decode(Bool.self)) != nil {
            return .other("a boolean")
        }
        if let value = try? container.decode(Int64.self) {
            return .integer(String(value))
        }
        if let value = try? container.decode(UInt64.self) {
            return .integer(String(value))
        }
        return nil
    }

    /// The decoder's words for what it found.
    private static func kind(in context: DecodingError.Context) -> String {
        let words = context.debugDescription
        for (found, kind) in [
            ("dictionary", "a dictionary"), ("array", "an array"), ("bool", "a boolean"), ("date", "a date"),
            ("data", "data"), ("integer", "a number that is too large"),
            ("number", "a number that is not whole, or too large"),
        ]
        where words.contains("found \(found)") || words.contains("found a \(found)")
            || words.contains("found an \(found)")
        {
            return kind
        }
        return "of another type"
    }

    /// What it is, in words.
    var kind: String {
        switch self {
        case .absent: "null"
        case .text: "text"
        case .integer: "a whole number"
        case .other(let kind): kind
        }
    }

    private struct Value: Decodable {
        let field: CatalogField

        init(from decoder: any Decoder) throws {
            field = CatalogField(decoder)
        }
    }
}
