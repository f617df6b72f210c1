package import CartModel
package import CartProtocol

/// A method with its handler: a plain function of the request and the state.
package protocol ServedMethod: Method {
    /// Answers the call, or changes nothing and says why not.
    func serve(_ context: ServingContext) throws(CartError) -> Answer
}
