package import CartModel
package import CartProtocol
package import CartStore

/// A method with its handler: a plain function of the request and the state.
package protocol ServedMethod: Method {
    /// Answers the call, or changes nothing and says why not.
    func serve(_ context: ServingContext) throws(CartError) -> Answer
    /// The catalog that answering takes, or nil; the call waits until it is in memory.
    func catalogName(in store: ModelStore) -> String?
}

extension ServedMethod {
    /// None.
    package func catalogName(in store: ModelStore) -> String? { nil }
}
