extension CBOREncoded {
    /// The item in diagnostic notation (RFC 8949 section 8), with indefinite lengths and the order of keys as they
    /// are in the bytes.
    public var diagnostic: String {
        bytes.withUnsafeBytes { bytes in
            var tape = CBORTape(bytes)
            defer { tape.close() }
            var open = CBORTape.Entry.none
            do throws(CBORFault) {
                try tape.scan(maximumDepth: Int.max, open: &open)
                var printer = CBORDiagnostic(tape)
                try printer.write(0)
                return printer.text
            } catch {
                return "/ \(error.message) /"
            }
        }
    }
}

extension CBORValue {
    /// The item in diagnostic notation (RFC 8949 section 8), with the keys of maps in the order of the deterministic
    /// encoding.
    public var diagnostic: String {
        CBOREncoded(unchecked: deterministicBytes).diagnostic
    }
}

extension CBOREncoded: CustomStringConvertible {
    /// The item in diagnostic notation.
    public var description: String { diagnostic }
}

extension CBORValue: CustomStringConvertible {
    /// The item in diagnostic notation.
    public var description: String { diagnostic }
}
