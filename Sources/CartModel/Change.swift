/// Something in the store that was made, has changed, or is gone.
package struct Change: Sendable {
    /// The number of the change: one more than that of the change before, whatever that was about.
    package let sequence: Int64
    /// What it is about, as it is afterwards.
    package let subject: Subject

    /// What a change is about.
    package enum Subject: Hashable, Sendable {
        /// A cart.
        case cart(Cart)
        /// A catalog that was imported, without its products.
        case catalog(name: String, version: Int64, groups: Int, products: Int)
        /// A catalog that was removed.
        case catalogRemoved(name: String)
        /// A control, or what was sent to it.
        case control(ControlEvent)
    }
}

extension Change.Subject {
    /// About what it takes in memory, in bytes.
    ///
    /// Text counts in full, though most of it is shared with the store: a cart that is cleared leaves it here alone.
    var size: Int {
        switch self {
        case .cart(let cart):
            return cart.lines.reduce(Self.entrySize + cart.name.utf8.count) { size, line in
                let product = line.product
                return size + Self.lineSize + product.id.utf8.count + product.name.utf8.count
                    + (product.icon?.utf8.count ?? 0)
            }
        case .catalog(let name, _, _, _), .catalogRemoved(let name):
            return Self.entrySize + name.utf8.count
        case .control(let event):
            return Self.entrySize + event.name.utf8.count + (event.control?.valuesSize ?? 0)
        }
    }

    /// A change in its array, and the head of a list of lines.
    private static var entrySize: Int { MemoryLayout<Change>.stride + 48 }
    /// A line, and the head of one text of its own.
    private static var lineSize: Int { MemoryLayout<LineItem>.stride + 32 }
}

extension Control {
    /// About what the values take in memory, in bytes.
    fileprivate var valuesSize: Int {
        [titles, colors, images].reduce(0) { $0 + $1.size { 64 + $0.utf8.count } }
    }
}
