/// Code that reads what outsiders send, with what has to hold for every input.
///
/// A target is a plain function of bytes, so that libFuzzer (`Tests/Fuzz/run`) and the suite, which replays what it
/// found worth keeping, run the same.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// The CBOR coder, alone and through the protocol's messages.
    case cbor
    /// The frame reader.
    case frames
    /// Catalog files.
    case catalog
    /// A peer of the daemon.
    case server
    /// The daemon as a client sees it.
    case client
    /// Headers of pictures.
    case picture
    /// Font files and titles.
    case font
    /// Parameters of layouts.
    case layout

    /// Does everything with one input that its reader is there for.
    ///
    /// - Throws: `Finding` where something does not hold.
    func exercise(_ input: [UInt8]) throws {
        switch self {
        case .cbor: try exerciseCBOR(input)
        case .frames: try exerciseFrames(input)
        case .catalog: try exerciseCatalog(input)
        case .server: try exerciseServer(input)
        case .client: try exerciseClient(input)
        case .picture: try exercisePicture(input)
        case .font: try exerciseFont(input)
        case .layout: try exerciseLayout(input)
        }
    }
}

/// What does not hold for an input, in words.
struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Refuses an input for which something does not hold.
func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws(Finding) {
    if !holds { throw Finding(rule()) }
}
