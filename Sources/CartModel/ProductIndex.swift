/// Finds products by id: their positions in the order of their ids.
///
/// Four bytes a product, a tenth of a dictionary, and made almost for nothing where a catalog is in the order of its
/// ids already.
struct ProductIndex: Hashable, Sendable {
    /// Positions, sorted by the id there, then by position; a catalog is smaller than an `Int32` (``ModelLimits``).
    private let order: [Int32]

    /// Sorts the positions of some ids.
    init(ids: [Product.ID]) {
        let positions = Int32(0)..<Int32(clamping: ids.count)
        let isSorted = zip(ids, ids.dropFirst()).allSatisfy { $0 <= $1 }
        order =
            isSorted
            ? Array(positions)
            : positions.sorted { left, right in
                let (a, b) = (ids[Int(left)], ids[Int(right)])
                return a == b ? left < right : a < b
            }
    }

    /// The number of products.
    var count: Int { order.count }

    /// Positions whose id is that of an earlier position, each with the first that has it.
    func duplicates(in ids: [Product.ID]) -> [Int: Int] {
        var found: [Int: Int] = [:]
        var first = 0
        for place in order.indices.dropFirst() {
            if ids[Int(order[place])] == ids[Int(order[first])] {
                found[Int(order[place])] = Int(order[first])
            } else {
                first = place
            }
        }
        return found
    }

    /// The position of an id, or nil: a binary search.
    ///
    /// - Parameter idAt: The id at a position.
    func position(of id: Product.ID, idAt: (Int) -> Product.ID?) -> Int? {
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            guard let candidate = idAt(Int(order[middle])) else {
                return nil
            }
            if candidate < id {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < order.count, idAt(Int(order[low])) == id else {
            return nil
        }
        return Int(order[low])
    }
}
