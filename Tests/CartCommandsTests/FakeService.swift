import CartCommands
import CartLayout
import CartModel
import CartProtocol
import Synchronization

/// A daemon in memory: the rules are those of CartModel and CartLayout, there is no socket and no disk.
final class FakeService: CartService, Sendable {
    struct State {
        var catalogs: [String: Catalog] = [:]
        var carts: [String: Cart] = [:]
        var controls: [String: Control] = [:]
        var history = ChangeHistory()
        var pid: Int32 = 4711
        /// What every call is refused with, if anything.
        var refusal: CartError?
        /// What every stream tells before it is over.
        var events: [any StreamEvent] = []
        /// What each call asked for, in order.
        var calls: [any Method] = []
    }

    let state: Mutex<State>

    init(catalogs: [Catalog] = []) {
        state = Mutex(State(catalogs: Dictionary(uniqueKeysWithValues: catalogs.map { ($0.name, $0) })))
    }

    var daemon: Hello.Answer {
        let pid = state.withLock { $0.pid }
        return Hello.Answer(
            protocolVersion: 1,
            software: "cartd 0.1.0",
            pid: pid,
            uid: 1000,
            store: "5e1f",
            frameLimit: 1 << 20
        )
    }

    /// Refuses every call from now on.
    func refuse(_ error: CartError) {
        state.withLock { $0.refusal = error }
    }

    /// Has another catalog in place of one of that name.
    func replace(_ catalog: Catalog) {
        state.withLock { $0.catalogs[catalog.name] = catalog }
    }

    /// Is another process from now on.
    func restart() {
        state.withLock { $0.pid += 1 }
    }

    /// The last call of a type.
    func last<M: Method>(_ type: M.Type) -> M? {
        state.withLock { $0.calls.lazy.reversed().compactMap { $0 as? M }.first }
    }

    func call<M: Method>(_ method: M) throws(CartError) -> M.Answer {
        let answer = try state.withLock { (state: inout sending State) throws(CartError) -> M.Answer? in
            state.calls.append(method)
            if let refusal = state.refusal {
                throw refusal
            }
            return try state.answer(method) as? M.Answer
        }
        guard let answer else {
            throw CartError(.unknownMethod, "the fake service has no \(M.name)")
        }
        return answer
    }

    func importCatalog(named name: String, from path: String) throws(CartError) -> CatalogSummaryView {
        try call(ImportCatalog(catalog: name, file: path)).catalog
    }

    func catalog(named name: String) throws(CartError) -> CatalogContents {
        let answer = try call(ShowCatalog(catalog: name))
        return CatalogContents(summary: answer.catalog, groups: answer.groups)
    }

    func carts() throws(CartError) -> [ListCarts.CartSummary] {
        try call(ListCarts()).carts
    }

    func layOutGrid(_ method: LayOutGrid) throws(CartError) -> LayOutGrid.Answer {
        try call(method)
    }

    func layOutList(_ method: LayOutList) throws(CartError) -> LayOutList.Answer {
        try call(method)
    }

    func controls() throws(CartError) -> (controls: [ControlView], sequence: Int64) {
        let answer = try call(ListControls())
        return (answer.controls, answer.sequence)
    }

    func controlEvents(_ method: PollControlEvents) throws(CartError) -> PollControlEvents.Answer {
        try call(method)
    }
}

extension FakeService.State {
    fileprivate mutating func answer(_ method: any Method) throws(CartError) -> Any? {
        switch method {
        case let call as AddLineItem: return try add(call)
        case let call as RemoveLineItem:
            return try change(call.cart) { (cart, _) throws(CartError) in
                if let product = call.product {
                    try cart.remove(product)
                } else if let index = call.index {
                    try cart.removeLine(at: index)
                } else {
                    try cart.removeLast()
                }
            }
        case let call as SetLineItem:
            return try change(call.cart) { (cart, catalog) throws(CartError) in
                try cart.setQuantity(call.quantity, of: try Self.find(call.product, in: catalog))
            }
        case let call as ClearCart:
            return try change(call.cart) { (cart, _) throws(CartError) in cart.clear() }
        case let call as ShowCart: return answer(try cart(call.cart))
        case is ListCarts: return ListCarts.Answer(carts: summaries)
        case is ListCatalogs:
            return ListCatalogs.Answer(catalogs: catalogs.values.map(summary).sorted { $0.name < $1.name })
        case let call as ShowCatalog:
            let catalog = try catalog(call.catalog)
            return ShowCatalog.Answer(catalog: summary(catalog), groups: catalog.groups)
        case let call as ImportCatalog:
            let catalog = try Catalog(name: call.catalog, version: 1, groups: [ProductGroup(products: [.qianbao])])
            catalogs[call.catalog] = catalog
            return ImportCatalog.Answer(catalog: summary(catalog))
        case let call as RemoveCatalog:
            let catalog = try catalog(call.catalog)
            catalogs[call.catalog] = nil
            return RemoveCatalog.Answer(catalog: summary(catalog))
        case let call as LayOutGrid: return try layOut(call)
        case let call as HitGrid: return try hit(call)
        case let call as LayOutList: return try layOut(call)
        case let call as HitList: return try hit(call)
        case let call as LayOutControl: return try layOut(call)
        case let call as HitControl: return try hit(call)
        case is ShowStatus: return status
        case is Describe: return description
        default: return try answerAboutControls(method)
        }
    }

    private mutating func add(_ call: AddLineItem) throws(CartError) -> CartAnswer {
        let name = call.cart ?? Cart.defaultName
        if carts[name] == nil {
            carts[name] = try Cart(
                name: name,
                catalog: call.catalog ?? Cart.defaultCatalog,
                capacity: call.capacity ?? Cart.defaultCapacity
            )
        }
        return try change(name) { (cart, catalog) throws(CartError) in
            let quantity = call.quantity ?? 1
            if let id = call.product {
                try cart.add(try Self.find(id, in: catalog), quantity: quantity)
            } else if let catalog {
                try cart.addNext(from: catalog, quantity: quantity)
            }
        }
    }

    private mutating func change(
        _ name: String?,
        _ body: (inout Cart, Catalog?) throws(CartError) -> Void
    ) throws(CartError) -> CartAnswer {
        var cart = try cart(name)
        try body(&cart, catalogs[cart.catalog])
        carts[cart.name] = cart
        return answer(cart)
    }

    func answer(_ cart: Cart) -> CartAnswer { CartAnswer(cart, catalog: catalogs[cart.catalog]) }

    func cart(_ name: String?) throws(CartError) -> Cart {
        let name = name ?? Cart.defaultName
        if let cart = carts[name] { return cart }
        guard name == Cart.defaultName else {
            throw CartError(.unknownCart, "there is no cart \(name)", details: ["cart": .string(name)])
        }
        return try Cart()
    }

    func catalog(_ name: String) throws(CartError) -> Catalog {
        guard let catalog = catalogs[name] else {
            throw CartError(.unknownCatalog, "there is no catalog \(name)", details: ["catalog": .string(name)])
        }
        return catalog
    }

    private static func find(_ id: String, in catalog: Catalog?) throws(CartError) -> Product {
        guard let product = catalog?[id] else {
            let name = catalog?.name ?? Cart.defaultCatalog
            throw CartError(
                .unknownProduct,
                "the catalog \(name) has no product \(id)",
                details: ["catalog": .string(name), "product": .string(id)]
            )
        }
        return product
    }

    private func summary(_ catalog: Catalog) -> CatalogSummaryView {
        CatalogSummaryView(
            name: catalog.name,
            version: catalog.version,
            groups: catalog.groups.count,
            products: catalog.count
        )
    }

    private var summaries: [ListCarts.CartSummary] {
        carts.values.sorted { $0.name < $1.name }.map {
            ListCarts.CartSummary(
                name: $0.name,
                catalog: $0.catalog,
                version: $0.version,
                capacity: $0.capacity,
                lines: $0.lines.count
            )
        }
    }

    private var description: Describe.Answer {
        Describe.Answer(
            software: "cartd 0.1.0",
            protocolVersions: Hello.VersionRange(min: 1, max: 2),
            methods: [
                Describe.MethodEntry(name: "cart.add", mutation: true, stream: false, role: .cart),
                Describe.MethodEntry(name: "cart.watch", mutation: false, stream: true),
            ],
            cddl: "message = any ; and so on\n\nid = uint\n"
        )
    }

    private var status: ShowStatus.Answer {
        ShowStatus.Answer(
            software: "cartd 0.1.0",
            pid: pid,
            uid: 1000,
            store: "5e1f",
            stateDirectory: "/var/lib/cartd",
            uptimeMilliseconds: 192_345,
            connections: 1,
            connectionLimit: 256,
            requests: 10,
            commits: 6,
            carts: carts.count,
            catalogs: catalogs.count,
            streams: 3,
            role: .admin,
            limits: [
                ShowStatus.LimitUsage(limit: "connections", used: 1, allowed: 256),
                ShowStatus.LimitUsage(limit: "userConnections", used: 1),
                ShowStatus.LimitUsage(limit: "allStreams", used: 3, allowed: 65536),
            ],
            users: [ShowStatus.UserUsage(uid: 1000, connections: 1, streams: 3, bytes: 70)]
        )
    }
}

extension Product {
    static let qianbao = Product(id: "qianbao", name: "钱包", icon: "qianbao")
}
