/// One checked input, for as long as a decode call lasts.
///
/// A class, so that the decoders and containers handed to `Decodable` types are two words and share it.
final class CBORDocument {
    // One thread and no re-entrance into an access: no run-time exclusivity checks.
    @exclusivity(unchecked) var tape: CBORTape
    let configuration: CBORDecoder
    /// Of maps that were searched in vain for long: the value under each key.
    var keyIndexes: [Int: [CBORValue: Int]] = [:]

    /// Checks the input; see `CBORTape.scan`.
    init(_ bytes: UnsafeRawBufferPointer, configuration: CBORDecoder) throws {
        var tape = CBORTape(bytes)
        var open = CBORTape.Entry.none
        do throws(CBORFault) {
            try tape.scan(maximumDepth: configuration.maximumDepth, open: &open)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: tape.codingPath(toOpen: open),
                    debugDescription: error.message,
                    underlyingError: nil
                )
            )
        }
        self.tape = tape
        self.configuration = configuration
    }

    /// Lets go of the input. Whoever still holds a container reads an input that is empty.
    func close() {
        tape.bytes = UnsafeRawBufferPointer(start: nil, count: 0)
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
        let initialByte = try content(index).head.initialByte
        return initialByte == CBORByte.null || initialByte == CBORByte.undefined
    }
}
