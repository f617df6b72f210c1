/// One thing that the daemon can be asked: the value is the parameters, the type knows its name and its answer.
///
/// `try client.call(AddLineItem(product: "qianbao"))` is so checked by the compiler, and ``Request`` lists every method
/// once, so that the daemon cannot forget one.
public protocol Method: Codable, Hashable, Sendable {
    /// What a successful call answers.
    associatedtype Answer: Codable, Hashable, Sendable

    /// The name on the wire, such as `cart.add`.
    static var name: String { get }

    /// Whether the call may change what is on disk.
    ///
    /// Such a call can carry an idempotency key, and its answer is sent only after the change is durable.
    static var isMutation: Bool { get }

    /// What the caller has to be to make the call.
    static var role: Role { get }
}

extension Method {
    /// Most methods only read.
    public static var isMutation: Bool { false }

    /// Most methods are for everybody who may connect.
    public static var role: Role { .cart }
}
