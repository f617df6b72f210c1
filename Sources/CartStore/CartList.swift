package import CartModel

/// All stored carts in the order of their names, until one of them is changed.
package struct CartList: RandomAccessCollection {
    let entries: [CartEntry]

    /// 0.
    package var startIndex: Int { 0 }
    /// The number of carts.
    package var endIndex: Int { entries.count }

    /// The cart at an index.
    package subscript(index: Int) -> Cart { entries[index].cart }
}
