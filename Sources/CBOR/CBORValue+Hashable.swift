extension CBORValue: Hashable {
    /// Whether two items mean the same in CBOR's data model (RFC 8949 section 2): 1 is not 1.0, NaN is NaN, and 0.0
    /// is not -0.0.
    public static func == (left: CBORValue, right: CBORValue) -> Bool {
        switch (left, right) {
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.negative(let left), .negative(let right)): left == right
        case (.bytes(let left), .bytes(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.map(let left), .map(let right)): left == right
        case (.tag(let left, let leftContent), .tag(let right, let rightContent)):
            left == right && leftContent == rightContent
        case (.simple(let left), .simple(let right)): left == right
        case (.bool(let left), .bool(let right)): left == right
        case (.null, .null), (.undefined, .undefined): true
        case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern || (left.isNaN && right.isNaN)
        default: false
        }
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .unsigned(let value): hash(0, value, into: &hasher)
        case .negative(let value): hash(1, value, into: &hasher)
        case .bytes(let value): hash(2, value, into: &hasher)
        case .text(let value):
            hasher.combine(3)
            for unit in value.utf8 { hasher.combine(unit) }
            hasher.combine(0xff as UInt8)
        case .array(let value): hash(4, value, into: &hasher)
        case .map(let value): hash(5, value, into: &hasher)
        case .tag(let number, let content):
            hash(6, number, into: &hasher)
            hasher.combine(content)
        case .simple(let value): hash(7, value, into: &hasher)
        case .bool(let value): hash(8, value, into: &hasher)
        case .null: hasher.combine(9)
        case .undefined: hasher.combine(10)
        case .float(let value): hash(11, value.isNaN ? Double.nan.bitPattern : value.bitPattern, into: &hasher)
        }
    }

    private func hash(_ kind: Int, _ value: some Hashable, into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(value)
    }
}
