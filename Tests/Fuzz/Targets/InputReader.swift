/// Takes values off the front of an input; behind its end all are 0.
struct InputReader {
    private var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) { rest = input[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func word() -> UInt64 {
        defer { rest = rest.dropFirst(8) }
        return rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// A count: mostly small, sometimes any.
    mutating func count() -> Int {
        let first = byte()
        switch first >> 6 {
        case 0, 1: return Int(first)
        case 2: return Int(first & 0x3f) << 8 | Int(byte())
        default: return Int(bitPattern: UInt(word()))
        }
    }

    /// A number: mostly a length as screens have it, sometimes with a fraction, sometimes any.
    mutating func number() -> Double {
        let first = byte()
        switch first >> 6 {
        case 0: return Double(first)
        case 1: return Double(Int(first & 0x3f) << 8 | Int(byte()))
        case 2: return Double(Int16(bitPattern: UInt16(first & 0x3f) << 10 | UInt16(byte()) << 2)) / 7
        default: return Double(bitPattern: word())
        }
    }

    /// Text of at most so many bytes, repaired where it is not UTF-8.
    mutating func text(_ limit: Int) -> String {
        let count = min(Int(byte()), limit)
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    mutating func element<T>(_ all: [T], or last: T) -> T {
        let index = Int(byte())
        return all.indices.contains(index) ? all[index] : last
    }

    /// All that is left.
    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}
