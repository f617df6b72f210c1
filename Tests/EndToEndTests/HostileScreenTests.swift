import CBOR
import TestSupport
import Testing

/// Numbers, and what is none, in every field of every call about a screen, byte for byte as a peer may send them: each call
/// is answered or refused by name, no answer has a number that nobody can draw, and the daemon is none the worse.
@Suite("Hostile screens")
struct HostileScreenTests {
    /// Whatever CBOR has for a number, and some things that are none.
    static let values: [CBORValue] =
        [
            .nan, .infinity, -.infinity, -0.0, 0, 0.5, -0.5, 1, 1.5, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
            2.2250738585072014e-308, 1e300,
            -1e300, 1.7976931348623157e308, 4_503_599_627_370_496, 4_503_599_627_370_497, 9_007_199_254_740_992,
        ].map(CBORValue.float)
        + [
            0, 1, 2, 3, 4, 16, 32_768, Int64(Int32.max), Int64(UInt32.max), 4_503_599_627_370_497, Int64.max, -1,
            Int64(Int32.min), Int64.min,
        ].map { CBORValue($0) }
        + [
            .unsigned(.max), .negative(.max), CBORValue(UInt128.max), CBORValue(Int128.min), .tag(2, .bytes([])),
            .tag(2, .bytes(Array(repeating: 0xFF, count: 40))), .tag(1, .unsigned(5)), .null, .undefined, .bool(true),
            .text(""), .text("1"), .text("NaN"), .bytes([0]), .array([]), .map([:]), .simple(255),
        ]

    private static let rect: CBORValue = ["x": 0, "y": 10, "width": 300, "height": 200]
    private static let size: CBORValue = ["width": 30, "height": 20]
    private static let grid: CBORValue = [
        "catalog": "cars", "width": 280, "height": 220, "columns": 3, "rows": 2, "tileWidth": 80, "tileHeight": 100,
        "scale": 2, "direction": "rtl", "fontSize": 17, "visible": rect, "relative": true, "from": 0,
    ]
    private static let list: CBORValue = [
        "catalog": "cars", "width": 320, "height": 568, "rowHeight": 60, "headerHeight": 28, "margin": 16,
        "iconWidth": 44, "iconHeight": 44, "iconSpacing": 16, "showsIndex": true, "indexTitles": ["A", "K"],
        "indexWidth": 15, "indexTitleWidth": 4, "indexPadding": 2, "maximumIndexWidth": 100, "indexEntryHeight": 14,
        "fontSize": 17, "indexFontSize": 11, "scale": 3, "direction": "ltr", "visible": rect, "relative": true,
        "offset": 10, "from": ["section": 0, "row": 0],
    ]
    private static let control: CBORValue = [
        "control": "buy", "title": "Buy", "color": "#112233", "image": "bag", "width": 100, "height": 80, "state": 4,
        "horizontal": "leading", "vertical": "fill", "spacing": 2, "direction": "rtl", "scale": 1, "imageSize": size,
        "titleSize": size, "fontSize": 17,
    ]
    private static let point: CBORValue = ["x": 20, "y": 30]

    /// The calls, each with every field.
    static let calls: [(method: String, params: CBORValue)] = [
        ("layout.grid", grid), ("layout.list", list), ("layout.control", control),
        ("hit.grid", ["grid": grid, "point": point]), ("hit.list", ["list": list, "point": point]),
        ("hit.control", ["control": control, "point": point]),
        (
            "control.set",
            [
                "control": "buy", "state": 1, "title": "Buy", "color": "#112233", "image": "bag", "spacing": 2,
                "horizontal": "left", "vertical": "top", "expectedVersion": 1,
            ]
        ),
        ("control.change", ["control": "buy", "set": 1, "clear": 2, "expectedVersion": 1]),
        ("control.clear", ["control": "buy", "state": 1, "values": ["title"], "expectedVersion": 1]),
        ("control.send", ["control": "buy", "events": 64, "expectedVersion": 1]), ("control.show", ["control": "buy"]),
        ("control.poll", ["after": 0, "control": "buy", "events": 64]), ("control.list", ["after": ""]),
    ]

    /// What a field of a screen may be refused as.
    static let codes: Set = [
        "invalidGeometry", "malformed", "invalidName", "invalidControl", "unknownCatalog", "unknownControl",
        "versionConflict",
    ]

    /// The ways to every field, also inside of fields.
    private static func paths(in value: CBORValue) -> [[CBORValue]] {
        guard case .map(let members) = value else { return [] }
        return members.flatMap { key, member in [[key]] + paths(in: member).map { [key] + $0 } }
    }

    private static func replacing(_ path: ArraySlice<CBORValue>, of value: CBORValue, with new: CBORValue) -> CBORValue
    {
        guard let key = path.first else { return new }
        // What was a map may be one of the values by now.
        guard case .map(var members) = value, let member = members[key] else { return value }
        members[key] = replacing(path.dropFirst(), of: member, with: new)
        return .map(members)
    }

    /// The first number of an answer that nobody can draw.
    private static func fault(in value: CBORValue) -> String? {
        switch value {
        case .float(let number): number.isFinite ? nil : "\(number)"
        case .array(let items): items.lazy.compactMap { fault(in: $0) }.first
        case .map(let members):
            members.lazy.compactMap { key, member in
                if case .float(let length) = member, key == "width" || key == "height", length < 0 {
                    return "\(key) \(length)"
                }
                return fault(in: member)
            }.first
        default: nil
        }
    }

    private func ask(_ peer: WirePeer, _ method: String, _ params: CBORValue, _ note: String) throws {
        try peer.send(try WirePeer.frame(["id": 7, "method": .text(method), "params": params] as CBORValue))
        let answer = try #require(try peer.next(), "the connection ended: \(note) \(method) \(params)")
        #expect(answer.id == 7, "\(note) \(method) \(params)")
        if let result = answer.result {
            #expect(Self.fault(in: result) == nil, "\(note) \(method) \(params)")
        } else {
            #expect(Self.codes.contains(answer.code ?? ""), "\(note) \(method) \(params): \(answer)")
        }
    }

    @Test("Every value in every field")
    func fields() throws {
        let daemon = try TestDaemon()
        let peer = try daemon.peer()
        try HostileTests().unharmed(daemon) {
            for (method, params) in Self.calls {
                try ask(peer, method, params, "as it is:")
                for path in Self.paths(in: params) {
                    for value in Self.values {
                        try ask(peer, method, Self.replacing(path[...], of: params, with: value), "\(path) \(value):")
                    }
                }
            }
        }
        #expect(daemon.stop() == 0)
    }

    @Test("Random values in several fields at once")
    func several() throws {
        let daemon = try TestDaemon()
        let peer = try daemon.peer()
        let seed = UInt64.random(in: .min ... .max)
        print("hostile screens seed: \(seed)")
        var random = SplitMix64(seed: seed)
        try HostileTests().unharmed(daemon) {
            for _ in 0..<Scale.current.randomCalls {
                guard let call = Self.calls.randomElement(using: &random) else { return }
                var params = call.params
                for path in Self.paths(in: params).shuffled(using: &random).prefix(.random(in: 2...6, using: &random)) {
                    guard let value = Self.values.randomElement(using: &random) else { return }
                    params = Self.replacing(path[...], of: params, with: value)
                }
                try ask(peer, call.method, params, "seed \(seed):")
            }
        }
        #expect(daemon.stop() == 0)
    }
}
