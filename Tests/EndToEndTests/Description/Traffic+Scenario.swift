import CBOR
import CartProtocol
import TestSupport
import Testing

extension Traffic {
    /// Every method with its usual and with all parameters, long answers in pages, every event, and most refusals.
    static func ofEverything() throws -> [Frame] {
        let daemon = try TestDaemon()
        let traffic = try Traffic(daemon)
        try traffic.greet()
        try traffic.callEverything(daemon.place)
        try traffic.watchEverything(daemon.place)
        try traffic.refuseCalls(daemon.place)
        try traffic.refuseConnections()
        let frames = traffic.frames
        guard daemon.stop() == 0 else { throw Failure("the daemon did not stop as it should") }
        return frames
    }

    private func greet() throws {
        try call("cart.show")
        try call("hello", ["software": "old", "protocolVersions": ["min": -3, "max": 0]])
        try call("hello", SampleCalls.usual["hello"])
        try reconnect()
        try call("hello", SampleCalls.full["hello"], timeout: 60_000)
    }

    private func callEverything(_ place: TemporaryFolder) throws {
        let menu = try place.write(Self.menu, to: "menu.json")
        try call("cancel", SampleCalls.usual["cancel"])
        try call("cart.add", SampleCalls.usual["cart.add"], key: "first")
        try call("cart.add", SampleCalls.full["cart.add"], timeout: 60_000)
        try call("cart.add", ["cart": "menu", "catalog": "cars", "capacity": 1])
        for method in ["cart.set", "cart.remove", "control.set", "control.clear", "control.change", "control.send"] {
            try call(method, SampleCalls.usual[method])
            try SampleCalls.full[method].map { _ = try call(method, $0, key: "all of \(method)", timeout: 60_000) }
        }
        for file in ["usual", "full"] {
            let params = file == "usual" ? SampleCalls.usual["catalog.import"] : SampleCalls.full["catalog.import"]
            try call("catalog.import", params, key: file, file: menu)
        }
        for method in [
            "describe", "status", "cart.show", "cart.list", "catalog.list", "catalog.show", "layout.grid",
            "layout.list", "layout.control", "hit.grid", "hit.list", "hit.control", "control.show", "control.list",
            "control.poll",
        ] {
            try call(method, SampleCalls.usual[method])
            try SampleCalls.full[method].map { _ = try call(method, $0, timeout: 60_000) }
        }
        try callScreens()
        try call("cart.clear", SampleCalls.usual["cart.clear"], key: "clear")
        try call("layout.grid", ["cart": "desk"])
        try call("catalog.remove", SampleCalls.usual["catalog.remove"], key: "remove")
        try call("control.remove", SampleCalls.usual["control.remove"])
        try call("control.poll")
    }

    /// Answers with the members that only some have.
    private func callScreens() throws {
        // Pages.
        for method in ["catalog.show", "layout.grid", "layout.list"] {
            let first = try call(method, ["catalog": "imported"])
            guard let next = first.result?["next"] else { throw Failure("\(method) answers 1,200 products on a page") }
            try call(method, ["catalog": "imported", "from": next])
        }
        // A cart whose catalog is gone, with names too long for their tiles.
        try call("cart.add", ["cart": "long", "catalog": "imported", "product": "0001"])
        try call("layout.grid", ["cart": "long", "tileWidth": 20])
        try call(
            "layout.list",
            ["catalog": "imported", "width": 120, "visible": ["x": 0, "y": 0, "width": 9, "height": 9]]
        )
        try call("layout.control", ["title": "Far too long", "width": 30, "titleSize": .null, "image": ""])
        // Each kind of thing that can be hit, and nothing.
        for (x, y) in [(1, 1), (100, 40), (312, 284), (-5, -5)] as [(Int, Int)] {
            let point: CBORValue = ["x": .float(Double(x)), "y": .init(y)]
            try call("hit.list", ["list": ["catalog": "cars", "height": 568], "point": point])
            try call("hit.grid", ["grid": ["cart": "desk"], "point": point])
            try call("hit.control", ["control": ["control": "buy", "width": 200, "height": 80], "point": point])
        }
    }

    private func watchEverything(_ place: TemporaryFolder) throws {
        let menu = try place.write(Self.menu, to: "menu.json")
        let now = try #require(try call("control.list").result?["sequence"])
        try call("control.set", SampleCalls.usual["control.set"])
        for method in DescriptionTests.streams {
            let subject: CBORValue = method == "cart.watch" ? ["cart": .text(SampleCalls.cart)] : [:]
            func change() throws {
                try call("cart.set", ["cart": .text(SampleCalls.cart), "product": "qianbao", "quantity": 9])
                try call("cart.clear", ["cart": .text(SampleCalls.cart)])
                try call("control.change", ["control": .text(SampleCalls.control), "set": 8])
                try call("control.send", ["control": .text(SampleCalls.control), "events": 64])
                try call("control.remove", ["control": .text(SampleCalls.control)])
                try call("control.set", ["control": .text(SampleCalls.control), "title": "Buy"])
                try call("catalog.import", ["catalog": "watched"], file: menu)
                try call("catalog.remove", ["catalog": "watched"])
            }
            let wanted = [
                "cart.watch": ["snapshot", "changed", "changed"], "cart.watchAll": ["snapshot", "changed", "changed"],
                "catalog.watch": ["snapshot", "changed", "removed"],
                "control.watch": ["snapshot", "changed", "sent", "removed", "changed"],
            ][method]
            let seen = try watch(method, subject, events: wanted?.count ?? 0, while: change)
            #expect(seen == wanted)
            // All parameters, from a change that is known, and from one that never was.
            let full = SampleCalls.full[method] ?? subject
            let resumed = try watch(method, full.replacing(["from"], with: now), events: 1)
            #expect(resumed == ["resumed"])
            let unknown = try watch(method, full.replacing(["from"], with: .unsigned(1 << 62)), events: 2)
            #expect(unknown == ["resync", "snapshot"])
        }
    }

    private func refuseCalls(_ place: TemporaryFolder) throws {
        // The rules of a cart.
        try call("cart.add", ["cart": "menu"])
        try call("cart.remove", ["cart": "desk"])
        for _ in 0..<7 { try call("cart.add", ["cart": "all", "capacity": 9]) }
        try call("cart.add", ["cart": "all", "product": "boat"])
        try call("cart.remove", ["cart": "all", "product": "boat"])
        try call("cart.remove", ["cart": "all", "index": 99])
        try call("cart.add", ["cart": "all", "product": "qianbao", "quantity": 2_147_483_647])
        try call(wrong: ["method": "cart.set", "params": ["product": "qianbao", "quantity": .unsigned(.max)]])
        try call(wrong: ["method": "cart.add", "params": ["cart": "new", "capacity": 0]])
        try call("cart.add", ["cart": "all", "capacity": 3])
        try call("cart.add", ["cart": "all", "catalog": "cars"])
        try call("cart.clear", ["cart": "all", "expectedVersion": 99])
        for (method, params) in SampleCalls.usual where method.hasPrefix("cart.") || method.hasPrefix("control.") {
            if Self.versioned.contains(method) {
                try call(method, params.replacing(["expectedVersion"], with: 12345))
            }
        }
        // Names, files, values.
        try call("control.set", ["control": "stop", "expectedVersion": 7])
        try call("catalog.show", ["catalog": "none"])
        try call("cart.show", ["cart": "none"])
        try call("layout.grid", ["catalog": "cars", "group": "none"])
        try call("control.show", ["control": "none"])
        try call(wrong: ["method": "cart.add", "params": ["cart": "a\nb"]])
        let bad = try place.write(#"[{"name": ""}, {"name": "Tea", "icon": 5}]"#, to: "bad.json")
        try call("catalog.import", ["catalog": "bad"], file: bad)
        try call("catalog.import", ["catalog": "bad"], file: "/dev/null")
        try call("catalog.import", ["catalog": "bad"])
        try call(wrong: ["method": "control.set", "params": ["control": "stop", "color": "red"]])
        try call(wrong: ["method": "hit.grid", "params": ["grid": ["width": -1], "point": ["x": 0, "y": 0]]])
        // The protocol.
        try call("cart.add", key: "first")
        try call(wrong: ["method": "cart.fly"])
        try call(wrong: ["method": "cart.show", "params": ["cart": 5]])
        try call(wrong: ["method": "cart.clear", "idempotencyKey": ""])
    }

    private func refuseConnections() throws {
        try send(wrong: WirePeer.framed(Array("nonsense".utf8)))
        try reconnect()
        try send(wrong: [0x7F, 0xFF, 0xFF, 0xFF])
        try reconnect()
        try send(wrong: [0, 0, 0, 0])
    }

    /// The methods that take a version.
    private static let versioned: Set<String> = [
        "cart.add", "cart.remove", "cart.set", "cart.clear", "control.set", "control.clear", "control.change",
        "control.remove",
    ]

    private static let menu: String = {
        let products = (1...1200).map { number in
            #"{"sku": "\#(String(10_000 + number).dropFirst())", "name": "Number \#(number) of a long menu"}"#
        }
        return #"[{"title": "Hot", "products": [\#(products.joined(separator: ","))]}, {"title": "None"}]"#
    }()
}
