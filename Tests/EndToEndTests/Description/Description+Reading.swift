import CBOR

extension Description {
    /// Reads rules from text; what it does not know is an error, so that nothing of the file is passed over.
    struct Reader {
        private var tokens: [Substring]
        private var position = 0

        init(_ text: String) {
            let pattern =
                /"[^"]*"|=>|\.\.|\.(?:size|regexp|ge|gt)\b|-?[0-9]+(?:\.[0-9]+)?|[A-Za-z][\w\-]*(?:\.[A-Za-z][\w\-]*)*|[={}()\[\],:?*+\/]/
            let code = text.split(separator: "\n").map { line in
                // No text in the file has a semicolon.
                line.prefix { $0 != ";" }
            }
            tokens = code.flatMap { line in line.matches(of: pattern).map { line[$0.range] } }
        }

        private var next: Substring? { position < tokens.count ? tokens[position] : nil }

        private mutating func take() throws -> Substring {
            guard let token = next else { throw Failure("the description ends too early") }
            position += 1
            return token
        }

        private mutating func take(_ wanted: Substring) throws {
            let token = try take()
            guard token == wanted else {
                throw Failure("\(token) instead of \(wanted) after \(tokens[max(0, position - 9)..<position])")
            }
        }

        private mutating func takes(_ wanted: Substring) -> Bool {
            guard next == wanted else { return false }
            position += 1
            return true
        }

        mutating func rules() throws -> [String: Form] {
            var rules: [String: Form] = [:]
            while next != nil {
                let name = String(try take())
                try take("=")
                let form = try form()
                guard rules.updateValue(form, forKey: name) == nil else { throw Failure("\(name) is there twice") }
            }
            return rules
        }

        private mutating func form() throws -> Form {
            var forms = [try controlled()]
            while takes("/") { forms.append(try controlled()) }
            return forms.count == 1 ? forms[0] : .choice(forms)
        }

        private mutating func controlled() throws -> Form {
            let form = try single()
            for control in ["size", "regexp", "ge", "gt"] where takes(".\(control)") {
                return .control(form, control, try single())
            }
            return form
        }

        private mutating func single() throws -> Form {
            let token = try take()
            switch token {
            case "{": return .map(try members(upTo: "}"))
            case "(":
                // A group, or a range in parentheses.
                if let number = next.flatMap({ Int128($0) }) {
                    position += 1
                    let range = try range(from: number)
                    try take(")")
                    return range
                }
                return .map(try members(upTo: ")"))
            case "[":
                let (least, most) = try occurrence()
                let form = try form()
                try take("]")
                return .array(atLeast: least, atMost: most, form)
            default: break
            }
            if token.hasPrefix("\"") { return .literal(.text(String(token.dropFirst().dropLast()))) }
            if let number = Int128(token) { return next == ".." ? try range(from: number) : .literal(.init(number)) }
            if let number = Double(token) { return .literal(.float(number)) }
            guard token.first?.isLetter == true else { throw Failure("\(token) is no form") }
            return .reference(String(token))
        }

        private mutating func range(from start: Int128) throws -> Form {
            try take("..")
            guard let end = Int128(try take()) else { throw Failure("a range without an end") }
            return .integers(start...end)
        }

        private mutating func occurrence() throws -> (Int, Int) {
            if takes("*") { return (0, .max) }
            if takes("+") { return (1, .max) }
            guard let least = next.flatMap({ Int($0) }) else { throw Failure("an array without an occurrence") }
            position += 1
            try take("*")
            guard let most = Int(try take()) else { throw Failure("an array without an upper bound") }
            return (least, most)
        }

        private mutating func members(upTo end: Substring) throws -> [Member] {
            var members: [Member] = []
            while !takes(end) {
                if takes("*") {
                    try take("tstr")
                    try take("=>")
                    _ = try form()
                } else {
                    let isOptional = takes("?")
                    let name = try take()
                    if takes(":") {
                        members.append(Member(name: String(name), isOptional: isOptional, form: try form()))
                    } else {
                        members.append(Member(form: .reference(String(name))))
                    }
                }
                _ = takes(",")
            }
            return members
        }
    }
}
