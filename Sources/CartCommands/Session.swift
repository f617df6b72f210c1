package import CartJSON
package import CartModel
package import CartProtocol

/// What a running command may use of the world.
package struct Session {
    /// The commands of the tool that runs.
    package let table: CommandTable
    /// Environment variables.
    package let environment: [String: String]
    /// Where text for a person goes.
    package let terminal: Terminal
    /// Where a command that takes its time may write before it ends.
    package let output: any Output
    /// Whether the command's report is to be JSON.
    package let isJSON: Bool
    /// The options of the command line.
    package let options: ServiceOptions
    /// Connects to a daemon.
    package let connect: Connector

    /// Creates a session.
    package init(
        table: CommandTable,
        environment: [String: String],
        terminal: Terminal,
        output: any Output,
        isJSON: Bool,
        options: ServiceOptions,
        connect: @escaping Connector
    ) {
        self.table = table
        self.environment = environment
        self.terminal = terminal
        self.output = output
        self.isJSON = isJSON
        self.options = options
        self.connect = connect
    }

    /// Connects to the daemon that the command line names.
    ///
    /// - Parameters:
    ///   - role: What is done there.
    ///   - startingDaemon: Whether a daemon of the user's own is started where none runs.
    package func service(
        for role: Role = .cart,
        startingDaemon: Bool = true
    ) throws(CartError) -> any CartService {
        var options = options
        options.role = role
        options.startsDaemon = startingDaemon
        return try connect(options)
    }
}

/// What a command has found out or done, for a program and for a person.
package protocol Report {
    /// One object.
    var json: JSON { get }
    /// Whether the report is of a command that failed at the end; most do not.
    var status: ExitStatus { get }
    /// How the command has ended where it has written everything while it ran; nil where the report is still to be written.
    var ending: Ending? { get }
    /// Writes the text for a person.
    func write(to page: inout Page)
}

extension Report {
    /// Done.
    package var status: ExitStatus { .done }
    /// Most reports are written at the end.
    package var ending: Ending? { nil }
}
