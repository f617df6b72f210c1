import CartProtocol

/// One call as it is made, and made again on the next connection where the first is lost.
struct Call<M: Method>: Sendable {
    let method: M
    /// The same in every attempt.
    let idempotencyKey: String?
    /// An open file that travels along; its owner keeps it open for the length of the call.
    let descriptor: Int32?

    init(_ method: M, descriptor: Int32? = nil) {
        var generator = SystemRandomNumberGenerator()
        self.method = method
        self.descriptor = descriptor
        idempotencyKey = M.isMutation ? IdempotencyKey.random(using: &generator) : nil
    }
}
