/// One checked input, for as long as a decode call lasts.
///
/// A class, so that the decoders and containers handed to `Decodable` types are two words and share it.
final class CBORDocument {
    // One thread and no re-entrance into an access: no run-time exclusivity checks.
    @exclusivity(unchecked) var tape: CBORTape
    let configuration: CBORDecoder
    /// The keys of maps that were searched in vain for long, or for an integer.
    var keyTables: [Int: CBORKeyTable] = [:]

    /// Checks the input and takes the tape over; see `CBORTape.scan`.
    init(_ tape: consuming CBORTape, configuration: CBORDecoder) throws {
        var open = CBORTape.Entry.none
        do throws(CBORFault) {
            try tape.scan(maximumDepth: configuration.maximumDepth, open: &open)
        } catch {
            defer { tape.close() }
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: tape.codingPath(toOpen: open), debugDescription: error.message)
            )
        }
        self.tape = tape
        self.configuration = configuration
    }

    deinit { close() }

    /// Lets go of the input.
    ///
    /// Whoever still holds a container reads an input that is empty.
    func close() {
        tape.close()
    }

    /// Runs a read of the tape and gives what it throws the path to the item.
    @inline(__always)
    func read<T>(_ index: Int, _ body: () throws(CBORFault) -> T) throws -> T {
        do throws(CBORFault) {
            return try body()
        } catch {
            throw corrupted(index, error.message)
        }
    }

    /// The item inside of all tags around it.
    @inline(__always)
    func content(_ index: Int) throws -> (index: Int, head: CBORHead) {
        try read(index) { () throws(CBORFault) in try tape.content(index) }
    }

    /// Whether an item is null or undefined.
    @inline(__always)
    func isNil(_ index: Int) throws -> Bool {
        let offset = tape.offset(index)
        // What neither is simple nor has a tag is something.
        if offset < tape.bytes.count, tape.bytes[offset] < CBORMajorType.tag.rawValue << 5 { return false }
        let initialByte = try content(index).head.initialByte
        return initialByte == CBORByte.null || initialByte == CBORByte.undefined
    }
}
