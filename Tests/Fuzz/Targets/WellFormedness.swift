/// How many bytes the well-formed item at the front has, or nil: the pseudocode of RFC 8949, Appendix C, which knows
/// nothing of the decoder that it is compared with.
func wellFormedLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    var reader = WellFormedness(rest: bytes)
    return reader.item(mayBreak: false) == nil ? nil : bytes.count - reader.rest.count
}

/// The reader of Appendix C.
private struct WellFormedness {
    var rest: ArraySlice<UInt8>

    /// The major type of the item, 99 for a break, nil where it is not well-formed.
    mutating func item(mayBreak: Bool) -> UInt8? {
        guard let first = rest.popFirst() else { return nil }
        let majorType = first >> 5
        var argument = UInt64(first & 0x1f)
        switch argument {
        case 24...27:
            let width = 1 << (Int(argument) - 24)
            guard rest.count >= width else { return nil }
            argument = rest.prefix(width).reduce(0) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(width)
            if majorType == 7, width == 1, argument < 32 { return nil }
        case 28...30:
            return nil
        case 31:
            return indefinite(majorType, mayBreak: mayBreak)
        default:
            break
        }
        switch majorType {
        case 2, 3:
            guard argument <= UInt64(rest.count) else { return nil }
            rest = rest.dropFirst(Int(argument))
        case 4, 5:
            // Every child takes a byte at least.
            guard argument <= UInt64(rest.count) else { return nil }
            for _ in 0..<Int(argument) * (majorType == 5 ? 2 : 1) {
                guard item(mayBreak: false) != nil else { return nil }
            }
        case 6:
            guard item(mayBreak: false) != nil else { return nil }
        default:
            break
        }
        return majorType
    }

    private mutating func indefinite(_ majorType: UInt8, mayBreak: Bool) -> UInt8? {
        switch majorType {
        case 2, 3:
            while true {
                // A chunk has a definite length and the type of the whole.
                let isDefinite = rest.first.map { $0 & 0x1f != 31 } ?? false
                switch item(mayBreak: true) {
                case 99: return majorType
                case majorType where isDefinite: continue
                default: return nil
                }
            }
        case 4:
            while true {
                guard let child = item(mayBreak: true) else { return nil }
                if child == 99 { return majorType }
            }
        case 5:
            while true {
                guard let key = item(mayBreak: true) else { return nil }
                if key == 99 { return majorType }
                guard item(mayBreak: false) != nil else { return nil }
            }
        case 7:
            return mayBreak ? 99 : nil
        default:
            return nil
        }
    }
}
