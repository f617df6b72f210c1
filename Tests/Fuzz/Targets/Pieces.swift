import TestSupport

extension SplitMix64 {
    /// Seeds a generator with an input itself (FNV-1a): what is random for a fuzz target is the same whenever the input is
    /// replayed.
    init(hashing bytes: [UInt8]) {
        self.init(seed: bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 })
    }
}

/// An input in pieces of random lengths, none of them empty: sometimes a byte each, sometimes large.
func pieces(of input: [UInt8], using random: inout SplitMix64) -> [[UInt8]] {
    let longest = [1, 5, 40, 4000][Int.random(in: 0..<4, using: &random)]
    var pieces: [[UInt8]] = []
    var start = 0
    while start < input.count {
        let end = min(input.count, start + Int.random(in: 1...longest, using: &random))
        pieces.append(Array(input[start..<end]))
        start = end
    }
    return pieces
}
