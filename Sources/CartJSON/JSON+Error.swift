package import CartModel

extension JSON {
    /// `{"code","message","details"}`; the facts in the order of their names.
    package init(_ error: CartError) {
        self = [
            "code": .string(error.code.rawValue),
            "message": .string(error.message),
            "details": JSON(error.details),
        ]
    }

    /// The facts of an error in the order of their names, because they come in none.
    package init(_ details: [String: CartError.Detail]) {
        self = .object(details.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: JSON($0.value)) })
    }

    private init(_ detail: CartError.Detail) {
        switch detail {
        case .string(let value): self = .string(value)
        case .integer(let value): self = .integer(value)
        case .boolean(let value): self = .boolean(value)
        case .list(let values): self = .array(values.map { JSON($0) })
        case .object(let values): self = JSON(values)
        }
    }
}
