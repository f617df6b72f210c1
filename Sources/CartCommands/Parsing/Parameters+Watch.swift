package import CartModel

extension Parameters {
    /// Whether to go on.
    static let watch = Parameter<Bool>.flag("watch", "go on and show every change, until interrupted")
    /// When to end.
    static let count = Parameter<WholeNumber>.option("count", "N", "end after N events; the first is how things are")
    /// Which catalog is watched.
    static let watchedCatalog = Parameter<String>.argument(
        "NAME",
        required: false,
        from: .names(.catalogs),
        "the catalog; without it all of them"
    )
    /// Which control is watched.
    static let watchedControl = Parameter<String>.argument(
        "NAME",
        required: false,
        from: .names(.controls),
        "the control; without it all of them"
    )
}

extension WholeNumber {
    /// The value as a number of events, at most Int64's largest.
    ///
    /// - Throws: `usage` below 1.
    package func eventCount() throws(CartError) -> Int64 {
        guard clamped > 0 else {
            throw .usage("--count has to be 1 or more, not '\(text.excerpt())'", argument: "--count")
        }
        return clamped
    }
}
