import CartModel
import CartProtocol

extension CartError {
    /// The daemon, or whatever listens in its place, sent what the protocol does not allow.
    static func malformedReply(_ what: String) -> CartError {
        CartError(.malformed, "the daemon's reply \(what)")
    }

    /// The daemon chose a version of the protocol that this library does not speak.
    static func unsupportedVersion(_ answer: Hello.Answer) -> CartError {
        CartError(
            .unsupportedVersion,
            "the daemon (\(answer.software.prefix(64))) speaks version \(answer.protocolVersion) of the protocol, this program "
                + "\(ProtocolVersion.oldest) to \(ProtocolVersion.newest); update the older of the two",
            details: [
                "daemon": .integer(Int64(answer.protocolVersion)),
                "min": .integer(Int64(ProtocolVersion.oldest)),
                "max": .integer(Int64(ProtocolVersion.newest)),
            ]
        )
    }

    /// The time for the call has passed.
    static func deadlineExceeded(_ what: String, timeout: Duration) -> CartError {
        CartError(
            .deadlineExceeded,
            "\(what) within \(timeout)",
            details: ["timeoutMilliseconds": .integer(timeout.milliseconds)]
        )
    }

    /// The caller has taken the call back.
    static func cancelled(_ method: String) -> CartError {
        CartError(.cancelled, "\(method) was cancelled by its caller")
    }

    /// A daemon could not be started.
    static func cannotStart(_ reason: String) -> CartError {
        CartError(.noDaemon, "no daemon is running and none can be started: \(reason)")
    }
}

extension CartError.Code {
    /// Whether a daemon's refusal by this code means that the request was not done in an earlier attempt either.
    ///
    /// A daemon answers a key that it knows with the first answer and looks at a request anew only when nothing was done
    /// under its key. So what the rules of the model refuse was not done before. Every other refusal, a code that this
    /// library does not know included, may come from a daemon that did not get as far as the key (`storageFailure`,
    /// `overloaded`, `permissionDenied`, `unknownMethod`, ...) and leaves open what the earlier attempt did.
    var saysNotDone: Bool {
        switch self {
        case .cartFull, .nothingToRemove, .nothingToAdd, .unknownProduct, .unknownLine, .invalidQuantity,
            .invalidCapacity, .cartMismatch, .versionConflict, .unknownCatalog, .unknownCart, .unknownGroup,
            .invalidName, .invalidCatalog:
            true
        default:
            false
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded down; the largest number for what is longer.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflow || carry ? (seconds < 0 ? .min : .max) : sum
    }
}
