import CartClient
import Glibc
import Synchronization
import Testing
import UnixSockets
import TestSupport

/// Answers that come in pages, and the file that travels the other way.
@Suite struct PagesTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("cartd.sock")
    }

    /// Calls a server that answers each request by a closure.
    private func withClient(
        _ answer: @escaping @Sendable (Request, Int) throws -> any Codable & Sendable,
        _ body: (CartClient) throws -> Void
    ) throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            var number = 0
            while true {
                let call = try peer.request()
                try peer.answerTo(call, answer(try call.request.get(), number))
                number += 1
            }
        }
        try body(CartClient(.init(socket: .path(path), timeout: .seconds(20), environment: [:])))
        try server.end()
    }

    private func product(_ id: String) -> Product { Product(id: id, name: id.uppercased()) }

    @Test func listsCartsOfAllPages() throws {
        let names = ["a", "b", "c", "d", "e"]
        try withClient { request, _ in
            guard case .listCarts(let list) = request else { throw FakeConnection.Ended() }
            let start = list.after.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            let page = names[start...].prefix(2)
            return ListCarts.Answer(
                carts: page.map { .init(name: $0, catalog: "shop", version: 1, capacity: 6, lines: 0) },
                next: page.endIndex < names.endIndex ? page.last : nil
            )
        } _: { client in
            let carts = try client.carts()
            #expect(carts.map(\.name) == names)
        }
    }

    @Test func joinsTheGroupsOfACatalog() throws {
        let groups = [
            ProductGroup(title: "A", products: ["a1", "a2", "a3", "a4", "a5"].map(product)),
            ProductGroup(title: "", products: []),
            ProductGroup(title: "B", products: ["b1", "b2"].map(product)),
            ProductGroup(title: "B", products: ["c1"].map(product)),
        ]
        for pageSize in 1...9 {
            try withClient { request, _ in
                guard case .showCatalog(let show) = request, show.catalog == "cars" else {
                    throw FakeConnection.Ended()
                }
                return Self.page(of: groups, from: show.from, size: pageSize, version: 4)
            } _: { client in
                let whole = try client.catalog(named: "cars")
                #expect(whole.groups == groups, "pages of \(pageSize)")
                #expect(whole.summary.version == 4)
            }
        }
    }

    /// A page of at most so many products, cut as `ShowCatalog.Answer` documents it.
    private static func page(
        of groups: [ProductGroup],
        from: ShowCatalog.Position?,
        size: Int,
        version: Int64
    ) -> ShowCatalog.Answer {
        var position = from ?? .init(group: 0, product: 0)
        var room = size
        var parts: [ProductGroup] = []
        while position.group < groups.count, room > 0 {
            let group = groups[position.group]
            let products = group.products[position.product...].prefix(room)
            parts.append(ProductGroup(title: group.title, products: Array(products)))
            room -= max(products.count, 1)
            position.product += products.count
            if position.product == group.products.count { position = .init(group: position.group + 1, product: 0) }
        }
        let summary = CatalogSummaryView(
            name: "cars",
            version: version,
            groups: groups.count,
            products: groups.map(\.products.count).reduce(0, +)
        )
        return .init(catalog: summary, groups: parts, next: position.group < groups.count ? position : nil)
    }

    @Test func beginsAgainWithACatalogThatIsReplaced() throws {
        let old = [ProductGroup(title: "old", products: ["a", "b", "c"].map(product))]
        let new = [ProductGroup(title: "new", products: ["d", "e", "f", "g"].map(product))]
        try withClient { request, number in
            guard case .showCatalog(let show) = request else { throw FakeConnection.Ended() }
            return number < 2
                ? Self.page(of: old, from: show.from, size: 1, version: 1)
                : Self.page(of: new, from: show.from, size: 1, version: 2)
        } _: { client in
            let whole = try client.catalog(named: "cars")
            #expect(whole.groups == new)
            #expect(whole.summary.version == 2)
        }
    }

    private static func grid(_ count: Int, from: Int, size: Int, version: Int64) -> LayOutGrid.Answer {
        let end = min(from + size, count)
        return .init(
            size: Size(width: 280, height: 220),
            overflows: true,
            canAdd: true,
            canRemove: false,
            version: version,
            items: (from..<end).map {
                .init(
                    index: $0,
                    product: Product(id: "\($0)", name: "\($0)"),
                    frame: Rect(x: Double($0), y: 0, width: 80, height: 100),
                    icon: Rect(x: 0, y: 0, width: 80, height: 80),
                    title: Rect(x: 0, y: 80, width: 80, height: 20)
                )
            },
            next: end < count ? end : nil
        )
    }

    @Test func joinsAndBeginsAgainWithAGrid() throws {
        try withClient { request, number in
            guard case .layOutGrid(let grid) = request, grid.cart == "x", grid.columns == 3 else {
                throw FakeConnection.Ended()
            }
            return Self.grid(number < 2 ? 9 : 7, from: grid.from ?? 0, size: 2, version: number < 2 ? 1 : 2)
        } _: { client in
            let whole = try client.layOutGrid(LayOutGrid(cart: "x", columns: 3))
            #expect(whole == Self.grid(7, from: 0, size: 7, version: 2))
            #expect(try client.layOutGrid(LayOutGrid(cart: "x", columns: 3, from: 5)).items.map(\.index) == [5, 6])
        }
    }

    @Test func doesNotFollowPagesInACircle() throws {
        try withClient { request, _ in
            switch request {
            case .listCarts(let list):
                ListCarts.Answer(
                    carts: [.init(name: "a", catalog: "shop", version: 1, capacity: 6, lines: 0)],
                    next: list.after ?? "a"
                )
            case .showCatalog:
                ShowCatalog.Answer(
                    catalog: .init(name: "cars", version: 1, groups: 1, products: 1),
                    groups: [],
                    next: .init(group: 0, product: 0)
                )
            default:
                LayOutGrid.Answer(size: Size(width: 1, height: 1), overflows: false, version: 1, items: [], next: 0)
            }
        } _: { client in
            let calls: [() throws -> Void] = [
                { _ = try client.carts() }, { _ = try client.catalog(named: "cars") },
                { _ = try client.layOutGrid(.init()) },
            ]
            for call in calls {
                #expect { try call() } throws: { ($0 as? CartError)?.code == .malformed }
            }
        }
    }

    @Test func passesTheOpenFileInEachAttempt() throws {
        try folder.write("<plist/>", to: "bags.plist")
        let contents = Mutex<[String]>([])
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet()
            let call = try peer.request()
            guard let file = peer.passedDescriptor() else { return }
            var bytes = [UInt8](repeating: 0, count: 100)
            let count = pread(file.rawValue, &bytes, bytes.count, 0)
            let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            contents.withLock { $0.append(text) }
            guard number > 0, case .importCatalog(let request) = try call.request.get() else { return }
            try peer.answerTo(
                call,
                ImportCatalog.Answer(
                    catalog: .init(
                        name: request.catalog,
                        version: 1,
                        groups: 1,
                        products: request.file?.utf8.count ?? 0
                    )
                )
            )
            peer.waitForEnd()
        }
        let client = try CartClient(.init(socket: .path(path), timeout: .seconds(20), environment: [:]))
        let file = folder.file("bags.plist")
        let answer = try client.importCatalog(named: "bags", from: file)
        #expect(answer.catalog == .init(name: "bags", version: 1, groups: 1, products: file.utf8.count))
        #expect(contents.withLock { $0 } == ["<plist/>", "<plist/>"])
        #expect(server.connections == 2)
    }

    @Test func importsOnlyFiles() throws {
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        try withClient { _, _ in
            CartError(.malformed, "nothing should come here")
        } _: { client in
            for name in ["absent.plist", "pipe", ".", "a\0b"] {
                #expect { try client.importCatalog(named: "bags", from: folder.file(name)) } throws: {
                    ($0 as? CartError)?.code == .invalidCatalog
                }
            }
        }
    }
}
