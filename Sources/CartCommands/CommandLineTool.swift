import CartJSON
import CartModel
import Glibc

/// `cartctl` without its process: words in, text and an exit status out.
package struct CommandLineTool {
    private let table: CommandTable
    private let environment: [String: String]
    private let terminal: Terminal
    private let output: any Output
    private let connect: Connector

    /// Creates a tool.
    ///
    /// - Parameters:
    ///   - environment: Environment variables.
    ///   - terminal: What standard output can show.
    ///   - output: Where to write.
    ///   - connect: Connects to a daemon.
    package init(
        _ table: CommandTable = .cartctl,
        environment: [String: String],
        terminal: Terminal,
        output: any Output,
        connect: @escaping Connector
    ) {
        self.table = table
        self.environment = environment
        self.terminal = terminal
        self.output = output
        self.connect = connect
    }

    /// Does what the arguments ask for.
    package func run(_ arguments: RawArguments) -> ExitStatus {
        do {
            return run(try arguments.texts())
        } catch {
            return fail(error, isJSON: ArgumentParser.wantsJSON(arguments.validTexts))
        }
    }

    /// Does what the words ask for.
    package func run(_ words: [String]) -> ExitStatus {
        let isJSON = ArgumentParser.wantsJSON(words)
        do {
            switch try ArgumentParser(table).parse(words) {
            case .help(let path, _):
                return finish(HelpReport(table: table, path: path), isJSON: isJSON)
            case .command(let command, let arguments):
                return finish(try command.run(arguments, session(arguments)), isJSON: isJSON)
            }
        } catch {
            return fail(error, isJSON: isJSON)
        }
    }

    /// Says what went wrong: an object on standard output, or one line on standard error.
    private func fail(_ error: CartError, isJSON: Bool) -> ExitStatus {
        let status = ExitStatus(error)
        guard isJSON else {
            output.complain("\(table.tool): \(ErrorReport(error).line)\n")
            return status
        }
        return write(ErrorReport(error).json.text + "\n", status)
    }

    private func session(_ arguments: Arguments) throws(CartError) -> Session {
        let given = arguments[Parameters.socket]
        if given?.isEmpty == true {
            throw .usage("--socket needs a path, not an empty text", argument: "--socket")
        }
        return Session(
            table: table,
            environment: environment,
            terminal: terminal,
            output: output,
            isJSON: arguments.contains(Parameters.json),
            options: ServiceOptions(
                socket: given,
                timeout: arguments[Parameters.timeout]?.duration,
                environment: environment
            ),
            connect: connect
        )
    }

    private func finish(_ report: any Report, isJSON: Bool) -> ExitStatus {
        switch report.ending {
        case .written: return report.status
        case .failed(let error): return lose(report.status, to: error)
        case nil: break
        }
        if isJSON {
            return write(report.json.text + "\n", report.status)
        }
        var page = Page(for: terminal)
        report.write(to: &page)
        return write(page.text, report.status)
    }

    private func write(_ text: String, _ status: ExitStatus) -> ExitStatus {
        do {
            try output.write(text)
            return status
        } catch {
            return lose(status, to: error)
        }
    }

    /// Says that what was done could not be told.
    private func lose(_ status: ExitStatus, to error: OutputError) -> ExitStatus {
        // A reader that has enough is no fault; everything else would be lost in silence.
        guard !error.isClosedPipe else {
            return status
        }
        output.complain("\(table.tool): the output cannot be written: \(String(cString: strerror(error.code)))\n")
        return status == .done ? .outputFailed : status
    }
}
