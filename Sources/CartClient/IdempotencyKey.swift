/// The name of one mutation, by which the daemon knows its retry.
enum IdempotencyKey {
    private static let digits = Array("0123456789abcdef".utf8)

    /// 128 random bits in 32 hexadecimal digits: two of 2^40 calls have the same with a probability of about 2^-49.
    static func random(using generator: inout some RandomNumberGenerator) -> String {
        String(unsafeUninitializedCapacity: 32) { text in
            for word in 0..<2 {
                var bits: UInt64 = generator.next()
                for place in 0..<16 {
                    text[word * 16 + place] = digits[Int(bits & 15)]
                    bits >>= 4
                }
            }
            return 32
        }
    }
}
