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

    /// The index of the first cart behind a name: a binary search.
    package func firstIndex(after name: String) -> Int {
        entries.firstIndex(behind: { $0.cart.name <= name })
    }
}

extension RandomAccessCollection where Index == Int, Element == String {
    /// The index of the first name behind a name: a binary search.
    func firstIndex(after name: String) -> Int {
        firstIndex(behind: { $0 <= name })
    }
}

extension RandomAccessCollection where Index == Int {
    /// The index behind all elements for which something holds, which come first: a binary search.
    func firstIndex(behind holds: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
