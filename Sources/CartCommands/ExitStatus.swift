package import CartModel

/// The exit status of the tool: 0 to 2 by custom, the others from sysexits.h.
package struct ExitStatus: Hashable, Sendable, RawRepresentable {
    /// What the process exits with.
    package let rawValue: Int32

    /// Takes any status.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// All is done.
    package static let done = Self(rawValue: 0)
    /// The daemon refused, or a file that the command line names cannot be used.
    package static let refused = Self(rawValue: 1)
    /// The command line cannot be understood.
    package static let usage = Self(rawValue: 2)
    /// There is no daemon, or it went away before it answered: `EX_UNAVAILABLE`.
    package static let noDaemon = Self(rawValue: 69)
    /// Standard output cannot be written: `EX_IOERR`.
    package static let outputFailed = Self(rawValue: 74)
    /// The time given has passed: `EX_TEMPFAIL`.
    package static let timedOut = Self(rawValue: 75)

    /// The status that an error ends with.
    package init(_ error: CartError) {
        switch error.code {
        case .usage: self = .usage
        case .noDaemon, .connectionLost: self = .noDaemon
        case .deadlineExceeded: self = .timedOut
        case .cancelled: self = Self.interrupted(by: error.details["signal"])
        default: self = .refused
        }
    }

    /// The user broke it off: 128 and the number of the signal, as a shell counts.
    private static func interrupted(by signal: CartError.Detail?) -> Self {
        guard case .integer(let number) = signal, (1...64).contains(number) else {
            return .refused
        }
        return Self(rawValue: 128 + Int32(number))
    }

    /// What help says about every status.
    static let meanings: [(status: ExitStatus, meaning: String)] = [
        (.done, "done"),
        (.refused, "the daemon refused, or a file cannot be used; the error says why"),
        (.usage, "the command line cannot be understood"),
        (.noDaemon, "there is no daemon, or it went away before it answered"),
        (.outputFailed, "done, but the output could not be written"),
        (.timedOut, "the time given by --timeout has passed"),
    ]
}
