extension Parameters {
    /// What completes.
    static let shell = Parameter<Shell>.argument(
        "SHELL",
        required: false,
        "\(Shell.expectation); the one that the environment's SHELL names when not given"
    )
    /// What to list instead.
    static let names = Parameter<NameKind>.option(
        "names",
        "KIND",
        "print names instead, one a line: \(NameKind.expectation)"
    )
    /// Whose lines or products.
    static let namesCart = Parameter<String>.option(
        "cart",
        "NAME",
        from: .names(.carts),
        "the cart that lines are in and products are for; `default` when none is named"
    )
    /// Whose groups or products.
    static let namesCatalog = Parameter<String>.option(
        "catalog",
        "NAME",
        from: .names(.catalogs),
        "the catalog that groups and products are of; the cart's when none is named"
    )
}
