import CBOR

/// The part of CDDL (RFC 8610) that cartd.cddl is written in, read and applied by the tests themselves.
///
/// It is what calls with every fault are generated from. That it reads the file as others do is checked against an
/// independent validator, on the same traffic.
struct Description {
    /// A rule or a part of one.
    indirect enum Form {
        case reference(String)
        case literal(CBORValue)
        case integers(ClosedRange<Int128>)
        case control(Form, String, Form)
        case array(atLeast: Int, atMost: Int, Form)
        case map([Member])
        case choice([Form])
    }

    /// A member of a map, or of a group.
    struct Member {
        /// Nil for a group that is taken in.
        var name: String?
        var isOptional = false
        var form: Form
    }

    /// Every rule by its name; a group is a map.
    let rules: [String: Form]

    init(_ text: String) throws {
        var reader = Reader(text)
        rules = try reader.rules()
    }

    /// The methods, which are the rules METHOD.request.
    var methods: [String] {
        rules.keys.filter { $0.hasSuffix(".request") }.map { String($0.dropLast(".request".count)) }.sorted()
    }

    /// The members of a map that have a name, those of groups among them; every map may have others.
    func members(of form: Form) -> [Member] {
        switch form {
        case .reference(let name): rules[name].map(members) ?? []
        case .choice(let forms): forms.lazy.map(members).first { !$0.isEmpty } ?? []
        case .map(let members):
            members.flatMap { member in
                member.name == nil ? self.members(of: member.form) : [member]
            }
        default: []
        }
    }

    /// Whether a value is as a rule says.
    func allows(_ value: CBORValue, as rule: String) -> Bool {
        allows(value, .reference(rule))
    }

    /// Whether a value is as a form says.
    func allows(_ value: CBORValue, _ form: Form) -> Bool {
        switch form {
        case .reference(let name): rules[name].map { allows(value, $0) } ?? Self.allows(value, prelude: name)
        case .literal(let literal): value == literal
        case .integers(let range): value.integer.map(range.contains) ?? false
        case .choice(let forms): forms.contains { allows(value, $0) }
        case .control(let form, let name, let limit): allows(value, form) && allows(value, control: name, limit)
        case .array(let least, let most, let form):
            if case .array(let items) = value {
                items.count >= least && items.count <= most && items.allSatisfy { allows($0, form) }
            } else {
                false
            }
        case .map:
            if case .map(let entries) = value { allows(entries, form) } else { false }
        }
    }

    private func allows(_ entries: [CBORValue: CBORValue], _ form: Form) -> Bool {
        var rest = entries
        for member in members(of: form) {
            guard let name = member.name else { continue }
            if let value = rest.removeValue(forKey: .text(name)) {
                guard allows(value, member.form) else { return false }
            } else if !member.isOptional {
                return false
            }
        }
        return rest.keys.allSatisfy { if case .text = $0 { true } else { false } }
    }

    private static func allows(_ value: CBORValue, prelude name: String) -> Bool {
        switch (name, value) {
        case ("any", _), ("tstr", .text), ("bool", .bool), ("null", .null), ("uint", .unsigned), ("int", .unsigned),
            ("int", .negative), ("float", .float), ("number", .unsigned), ("number", .negative), ("number", .float),
            ("true", .bool(true)), ("false", .bool(false)):
            true
        default: false
        }
    }

    private func allows(_ value: CBORValue, control: String, _ limit: Form) -> Bool {
        switch (control, value, limit) {
        case ("size", .text(let text), .integers(let range)): range.contains(Int128(text.utf8.count))
        case ("size", .unsigned(let number), .literal(let size)):
            size.integer.map { Int128(number) < Int128(1) << (8 * $0) } ?? false
        case ("regexp", .text(let text), .literal(.text(let pattern))):
            (try? Regex(pattern).wholeMatch(in: text)) != nil
        case ("ge", .float(let number), .literal(.float(let least))): number >= least
        case ("gt", .float(let number), .literal(.float(let least))): number > least
        default: false
        }
    }
}

extension CBORValue {
    /// A whole number of any sign.
    var integer: Int128? {
        switch self {
        case .unsigned(let number): Int128(number)
        case .negative(let number): -1 - Int128(number)
        default: nil
        }
    }
}
