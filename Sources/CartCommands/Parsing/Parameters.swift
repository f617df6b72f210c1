/// Every parameter of every command, once: the same name means the same thing everywhere.
package enum Parameters {
    // Everywhere.

    /// The socket of the daemon.
    static let socket = Parameter<String>.option(
        "socket",
        "PATH",
        from: .file,
        "the daemon's socket; else CARTD_SOCKET, else the system's, else your own"
    )
    /// JSON instead of text.
    static let json = Parameter<Bool>.flag("json", "print one JSON object, for programs")
    /// How long to wait.
    static let timeout = Parameter<Seconds>.option(
        "timeout",
        "SECONDS",
        "give up after that many seconds in all (exit status 75)"
    )
    /// Help instead of work.
    static let help = Parameter<Bool>.flag("help", "show help; nothing else is done")

    /// What may stand before and after every command.
    package static let global = [socket.declaration, json.declaration, timeout.declaration, help.declaration]

    // Carts.

    /// Which cart.
    static let cart = Parameter<String>.option(
        "cart",
        "NAME",
        from: .names(.carts),
        "the cart; `default` when none is named"
    )
    /// What to add.
    static let productToAdd = Parameter<String>.argument(
        "PRODUCT",
        required: false,
        from: .names(.products),
        "the product's id; without it the next product that is not in the cart"
    )
    /// What to remove.
    static let productToRemove = Parameter<String>.argument(
        "PRODUCT",
        required: false,
        from: .names(.lines),
        "the product's id; without it the last line goes"
    )
    /// Which product.
    static let product = Parameter<String>.argument("PRODUCT", from: .names(.products), "the product's id")
    /// How many to add.
    static let quantity = Parameter<WholeNumber>.option("quantity", "N", "how many, 1 to 2147483647; 1 when not given")
    /// How many there are to be.
    static let newQuantity = Parameter<WholeNumber>.argument("N", "how many, 0 to 2147483647; 0 takes the line out")
    /// Which line.
    static let line = Parameter<WholeNumber>.option("line", "N", "the line to remove, counted from 1 as `show` does")
    /// What a new cart is filled from.
    static let cartCatalog = Parameter<String>.option(
        "catalog",
        "NAME",
        from: .names(.catalogs),
        "the catalog of a new cart; `shop` when none is named"
    )
    /// How much a new cart holds.
    static let capacity = Parameter<WholeNumber>.option(
        "capacity",
        "N",
        "the lines that a new cart can hold, 1 to 1000; 6 when not given"
    )

    // Catalogs.

    /// Which catalog.
    static let catalogName = Parameter<String>.argument("NAME", from: .names(.catalogs), "the catalog")
    /// What to import.
    static let file = Parameter<String>.argument(
        "FILE",
        from: .file,
        "a property list: a list of products, or of groups of them"
    )
    /// What to call it.
    static let importName = Parameter<String>.option(
        "name",
        "NAME",
        from: .names(.catalogs),
        "what to call the catalog; the file's name without its extension when not given"
    )
}
