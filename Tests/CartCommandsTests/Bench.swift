import CartCommands
import CartModel
import Synchronization

/// What one run of the tool has written and exits with.
struct Run: Equatable {
    var status: Int32
    var output: String
    var complaint: String

    init(_ status: Int32, _ output: String = "", complaint: String = "") {
        self.status = status
        self.output = output
        self.complaint = complaint
    }
}

/// Keeps what is written; refuses it where an error number is given.
final class Recorder: Output, Sendable {
    private let streams = Mutex((output: "", complaint: ""))
    private let failure: Int32?

    init(failure: Int32? = nil) {
        self.failure = failure
    }

    func write(_ text: String) throws(OutputError) {
        if let failure {
            throw OutputError(code: failure)
        }
        streams.withLock { $0.output += text }
    }

    func complain(_ text: String) {
        streams.withLock { $0.complaint += text }
    }

    func run(_ status: ExitStatus) -> Run {
        streams.withLock { Run(status.rawValue, $0.output, complaint: $0.complaint) }
    }
}

/// A tool over a fake daemon with the catalogs of the tests.
struct Bench {
    let service: FakeService
    var environment: [String: String] = [:]
    var terminal = Terminal(isTerminal: false)
    var outputFailure: Int32?
    /// Why there is no daemon, if there is none.
    var noService: CartError?
    private let connections = Connections()

    final class Connections: Sendable {
        let options = Mutex<[ServiceOptions]>([])
    }

    init() throws {
        service = FakeService(catalogs: [try .shop(), try .cars()])
    }

    /// The options of every connection that was made.
    var connected: [ServiceOptions] { connections.options.withLock { $0 } }

    /// Runs a command line given as words.
    @discardableResult
    func run(_ words: String...) -> Run { run(words) }

    /// Runs a command line given as words.
    @discardableResult
    func run(_ words: [String]) -> Run {
        let recorder = Recorder(failure: outputFailure)
        return recorder.run(tool(recorder).run(words))
    }

    /// Runs a command line given as bytes.
    func run(bytes: [[UInt8]]) -> Run {
        let recorder = Recorder()
        return recorder.run(tool(recorder).run(RawArguments(bytes)))
    }

    /// Fills the cart `default`.
    func filled(_ count: Int = 6) -> Self {
        for _ in 0..<count { run("add") }
        return self
    }

    private func tool(_ recorder: Recorder) -> CommandLineTool {
        CommandLineTool(
            environment: environment,
            terminal: terminal,
            output: recorder,
            connect: { [service, noService, connections] (options) throws(CartError) in
                if let noService { throw noService }
                connections.options.withLock { $0.append(options) }
                return service
            }
        )
    }
}

extension Catalog {
    /// The six bags.
    static func shop() throws -> Catalog {
        let bags = [
            ("danjianbao", "单肩包"), ("qianbao", "钱包"), ("liantiaobao", "链条包"), ("shoutibao", "手提包"),
            ("shuangjianbao", "双肩包"), ("xiekuabao", "斜挎包"),
        ]
        return try Catalog(
            name: "shop",
            groups: [ProductGroup(products: bags.map { Product(id: $0.0, name: $0.1, icon: $0.0) })]
        )
    }

    /// Cars in groups, one of them without an icon.
    static func cars() throws -> Catalog {
        try Catalog(
            name: "cars",
            groups: [
                ProductGroup(
                    title: "A",
                    products: [
                        Product(id: "m_9_100", name: "奥迪", icon: "m_9_100.png"),
                        Product(id: "m_92_100", name: "阿尔法·罗密欧", icon: "m_92_100.png"),
                    ]
                ),
                ProductGroup(title: "B", products: [Product(id: "m_3_100", name: "宝马")]),
            ]
        )
    }
}
