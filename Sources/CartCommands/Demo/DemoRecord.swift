import CartModel
import CartProtocol

/// What the demo has seen, for `--json`.
struct DemoRecord {
    /// A daemon that started in the demo, and how long its first answer took.
    struct Restart {
        var daemon: Hello.Answer
        var time: Milliseconds
    }

    var daemon: Hello.Answer
    var start: Milliseconds
    var catalogs: [CatalogSummaryView] = []
    var adds: [DemoStep] = []
    var refusal: CartError?
    var grid: GridReport?
    var restart: Restart?
    var removes: [DemoStep] = []
    var cleared: DemoStep?
    var milliseconds = Milliseconds(nanoseconds: 0)

    init(daemon: Hello.Answer, start: Milliseconds) {
        self.daemon = daemon
        self.start = start
    }

    /// `{"demo":{"daemon","catalogs","adds","refused","grid","restart","removes","cleared","milliseconds"}}`.
    var json: JSON {
        [
            "demo": [
                "daemon": Self.json(of: daemon, start),
                "catalogs": .array(catalogs.map(\.json)),
                "adds": .array(adds.map(\.json)),
                "refused": refusal.map { ErrorReport($0).json } ?? .null,
                "grid": grid?.json ?? .null,
                "restart": restart.map { Self.json(of: $0.daemon, $0.time) } ?? .null,
                "removes": .array(removes.map(\.json)),
                "cleared": cleared?.json ?? .null,
                "milliseconds": milliseconds.json,
            ]
        ]
    }

    private static func json(of daemon: Hello.Answer, _ time: Milliseconds) -> JSON {
        [
            "software": .string(daemon.software), "pid": .integer(Int64(daemon.pid)), "milliseconds": time.json,
        ]
    }
}

/// One change of the cart.
struct DemoStep {
    /// What was added or removed.
    var product: Product?
    var answer: CartAnswer
    var time: Milliseconds

    /// `{"product","lines","canAdd","canRemove","milliseconds"}`.
    var json: JSON {
        [
            "product": product?.json ?? .null,
            "lines": .integer(answer.cart.lines.count),
            "canAdd": .boolean(answer.canAdd),
            "canRemove": .boolean(answer.canRemove),
            "milliseconds": time.json,
        ]
    }
}

/// A time as the demo tells it, in tenths of a millisecond.
struct Milliseconds: Hashable {
    private let tenths: Int64

    init(nanoseconds: Int64) {
        tenths = (nanoseconds + 50_000) / 100_000
    }

    var words: String { "\(tenths / 10).\(tenths % 10) ms" }
    var json: JSON { .number(Double(tenths) / 10) }
}

/// The end of the demo.
struct DemoReport: Report {
    let record: DemoRecord
    let folder: String

    var json: JSON { record.json }

    func write(to page: inout Page) {
        page.line()
        page.line(
            "\(page.painted("Done", .green)) in \(record.milliseconds.words). The daemon is stopped and \(folder.visible) is removed."
        )
        page.line(
            "Your own cart is one command away: \(page.painted("cartctl add", .bold)), then cartctl show, or cartctl --help."
        )
    }
}
