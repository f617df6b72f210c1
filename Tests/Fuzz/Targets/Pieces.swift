/// Sebastiano Vigna's SplitMix64, seeded with an input itself: what is random for a fuzz target is still the same
/// whenever the input is replayed.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Seeds with FNV-1a of the bytes.
    init(hashing bytes: [UInt8]) {
        state = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
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
