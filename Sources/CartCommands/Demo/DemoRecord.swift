import CartJSON
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
                "catalogs": .array(catalogs.map { JSON($0) }),
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
