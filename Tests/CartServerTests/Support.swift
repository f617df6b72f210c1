import CartLayout
import CartModel
import CartProtocol
import CartServer
import CartStore
import TestSupport

/// A catalog in the shape of one that shops really have.
enum Shape: String, CaseIterable, CustomStringConvertible {
    /// Six bags in one group without a title.
    case shop
    /// 141 cars in 21 groups with titles of one letter.
    case cars
    /// Nine products in one group, with names of two and three words.
    case boutique
    /// 26,137 stock numbers in one group.
    case inventory
    /// 4,584 categories, most of them without a product, the largest with 444.
    case categories
    /// Groups of every kind: without titles, without rows, with long titles.
    case odd

    var description: String { rawValue }

    /// The catalog; the first two are the daemon's own.
    func groups() -> [ProductGroup]? {
        func products(_ count: Int, _ prefix: String) -> [Product] {
            (0..<count).map {
                Product(id: "\(prefix)\($0)", name: $0 % 3 == 0 ? "产品 \($0)" : "Product number \($0) of \(prefix)")
            }
        }
        switch self {
        case .shop, .cars:
            return nil
        case .boutique:
            return [ProductGroup(products: products(9, "B"))]
        case .inventory:
            return [ProductGroup(products: products(26_137, "A0E2"))]
        case .categories:
            return (0..<4584).map { index in
                let count = index == 2000 ? 444 : index % 6 == 0 ? 1 + index % 17 : 0
                return ProductGroup(title: "Category \(index)", products: products(count, "\(index)-"))
            }
        case .odd:
            return [
                ProductGroup(title: "", products: products(2, "a")), ProductGroup(title: "No cars"),
                ProductGroup(title: ""), ProductGroup(title: "A", products: products(1, "b")),
                ProductGroup(title: String(repeating: "长", count: 133), products: products(30, "c")),
                ProductGroup(title: "Z"),
            ]
        }
    }
}

extension Desk {
    /// A desk whose store has the catalog, under the shape's name.
    convenience init(_ shape: Shape) throws {
        try self.init()
        if let groups = shape.groups() {
            _ = try dispatcher.store.put(try Catalog(name: shape.rawValue, groups: groups))
            try dispatcher.store.commit()
        }
    }

    /// Answers a call as the dispatcher's handler does, without the way over the wire.
    func serve<M: ServedMethod>(_ method: M) throws(CartError) -> M.Answer {
        try method.serve(
            dispatcher.context(
                for: Peer(id: 0, caller: Caller(process: 1, user: 1, group: 1, access: .admin, owner: 1))
            )
        )
    }

    /// All pages of a grid as one.
    func whole(_ call: LayOutGrid) throws(CartError) -> LayOutGrid.Answer {
        var call = call
        var whole = try serve(call)
        while let next = whole.next {
            call.from = next
            let page = try serve(call)
            whole.items += page.items
            whole.next = page.next
        }
        return whole
    }

    /// All pages of a list as one.
    func whole(_ call: LayOutList) throws(CartError) -> LayOutList.Answer {
        var call = call
        var whole = try serve(call)
        while let next = whole.next {
            call.from = next
            let page = try serve(call)
            for section in page.sections {
                if let last = whole.sections.indices.last, whole.sections[last].index == section.index {
                    whole.sections[last].rows += section.rows
                } else {
                    whole.sections.append(section)
                }
            }
            whole.next = page.next
        }
        return whole
    }
}

/// The code of what a call throws, or nil.
func code(_ body: () throws -> Void) -> CartError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? CartError)?.code
    }
}

/// Lengths that no layout can be computed from.
let badLengths: [Double] = [.nan, .signalingNaN, .infinity, -.infinity, -1, -.leastNonzeroMagnitude, 1e300, 4.6e15]

/// A rectangle somewhere in or near a size.
func randomRect(near size: Size, using random: inout SplitMix64) -> Rect {
    func range(_ length: Double) -> (Double, Double) {
        let start = Double.random(in: -50...(length + 50), using: &random)
        let extent = Double.random(in: 0...400, using: &random)
        return Bool.random(using: &random) ? (start.rounded(), extent.rounded()) : (start, extent)
    }
    let (x, width) = range(size.width)
    let (y, height) = range(size.height)
    return Rect(x: x, y: y, width: width, height: height)
}
