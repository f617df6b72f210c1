package import CartModel

extension CartError.Code {
    /// The demo saw something else than it promises.
    package static let demoFailed = Self(rawValue: "demoFailed")
}

extension CartError {
    /// The demo saw something else than it promises.
    static func demoFailed(_ what: String) -> CartError {
        CartError(.demoFailed, "the demo has failed: \(what)")
    }

    /// The user broke the demo off; it has cleaned up after itself.
    static func interrupted(by signal: Int32) -> CartError {
        CartError(
            .cancelled,
            "interrupted; the demo's daemon is stopped and its folder is removed",
            details: ["signal": .integer(Int64(signal))]
        )
    }
}
