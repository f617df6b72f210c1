/// The bytes of one encode call and the values that are being encoded into them, outermost first.
///
/// A value is written straight to the end of the buffer. A container gets a head of one byte in advance, which is
/// widened when the container turns out to have more than 23 members. Only what need not come in turn, nested
/// containers and super encoders, collects its bytes in an output of its own until its parent is finished.
final class CBOROutput {
    /// A value that is being encoded.
    struct Frame: BitwiseCopyable {
        enum Form: BitwiseCopyable {
            case nothing
            case single
            case array
            case map
        }

        /// Tells a frame from one that was at the same level before.
        let serial: UInt32
        var form = Form.nothing
        /// Whether the keys came in ascending order so far.
        var isSorted = true
        /// Where the head is.
        var start = 0
        /// Elements or members so far.
        var count = 0
        /// Where the last key is.
        var keyStart = 0
        var keyEnd = 0
    }

    /// A nested container or super encoder, and where its bytes belong.
    struct Deferred {
        let level: Int
        let offset: Int
        let output: CBOROutput
    }

    // One thread and no re-entrance into an access: run-time exclusivity checks would cost a fifth of the time.
    @exclusivity(unchecked) var bytes: CBORBytes
    @exclusivity(unchecked) var frames: ScratchStack<Frame>
    @exclusivity(unchecked) var deferred: [Deferred] = []
    /// An error in a call that could not throw it.
    @exclusivity(unchecked) var failure: (any Error)?
    @exclusivity(unchecked) private var serial: UInt32 = 0
    let configuration: CBOREncoder
    /// Containers around everything in this output.
    let outerDepth: Int
    /// The path to everything in this output.
    let path: [any CodingKey]

    /// The output of a whole call.
    init(bytes: CBORBytes, frames: ScratchStack<Frame>, configuration: CBOREncoder) {
        self.bytes = bytes
        self.frames = frames
        self.configuration = configuration
        outerDepth = 0
        path = []
    }

    /// The output of a part that is filled in later.
    init(configuration: CBOREncoder, outerDepth: Int, path: [any CodingKey]) {
        bytes = CBORBytes(capacity: 64)
        frames = ScratchStack(capacity: 4)
        self.configuration = configuration
        self.outerDepth = outerDepth
        self.path = path
    }

    deinit { close() }

    /// Gives up all memory.
    ///
    /// Whoever still holds a container finds that it is not its turn.
    func close() {
        bytes.close()
        frames.close()
    }

    /// Begins a value.
    @inline(__always)
    func push() -> CBORItemEncoder {
        serial &+= 1
        frames.append(Frame(serial: serial))
        return CBORItemEncoder(output: self, level: UInt32(truncatingIfNeeded: frames.count - 1), serial: serial)
    }

    /// Ends the innermost value.
    @inline(__always)
    func pop<T>(_ value: T) throws {
        if let failure { throw failure }
        let level = frames.count - 1
        switch frames.base[level].form {
        case .nothing: throw invalid(value, level, "A \(T.self) encoded no value")
        case .single: break
        case .array, .map: try close(level)
        }
        frames.truncate(to: level)
    }

    /// Encodes the value of the whole call.
    func encodeRoot<T: Encodable>(_ value: T) throws {
        try encode(value)
        if let failure { throw failure }
    }

    /// Encodes a value at the end of the buffer.
    func encode<T: Encodable>(_ value: T) throws {
        if try appendKnown(value) { return }
        try value.encode(to: push())
        try pop(value)
    }

    /// Whether a frame is the one that is being written to: nothing inside of it is unfinished.
    @inline(__always)
    func isCurrent(_ level: UInt32, _ serial: UInt32) -> Bool {
        frames.count == Int(level) + 1 && frames.base[Int(level)].serial == serial
    }

    /// Makes a frame an array or a map, unless it is that already.
    ///
    /// False after a failure, which is noted.
    func open(_ form: Frame.Form, level: UInt32, serial: UInt32) -> Bool {
        guard isCurrent(level, serial) else {
            failure = failure ?? outOfTurn()
            return false
        }
        let index = Int(level)
        if frames.base[index].form == form { return true }
        guard frames.base[index].form == .nothing else {
            failure = failure ?? invalid(Any.self, index, "A value asked for a second container of another kind")
            return false
        }
        guard outerDepth + index < configuration.maximumDepth else {
            failure =
                failure
                ?? invalid(Any.self, index, "Values are nested deeper than \(configuration.maximumDepth) levels")
            return false
        }
        frames.base[index].form = form
        frames.base[index].start = bytes.count
        bytes.append((form == .map ? CBORMajorType.map : .array).rawValue << 5)
        return true
    }

    /// An encoder for a call that failed and cannot say so; everything encoded to it fails.
    func inert(_ error: any Error) -> CBORItemEncoder {
        failure = failure ?? error
        return CBORItemEncoder(output: self, level: UInt32.max - 1, serial: 0)
    }
}
