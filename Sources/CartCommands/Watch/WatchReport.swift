/// The end of a command that has written all it had to say while it ran.
package struct WatchReport: Report {
    /// Always there.
    package let ending: Ending?
    /// What the command exits with.
    package let status: ExitStatus

    init(_ ending: Ending, status: ExitStatus = .done) {
        self.ending = ending
        self.status = status
    }

    /// Nothing is left to print.
    package var json: JSON { [:] }

    /// Nothing is left to print.
    package func write(to page: inout Page) {}
}

/// How a command that writes while it runs has ended.
package enum Ending: Hashable, Sendable {
    /// All is written.
    case written
    /// Standard output did not take it.
    case failed(OutputError)
}
