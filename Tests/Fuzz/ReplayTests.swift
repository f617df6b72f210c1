import TestSupport
import Testing

/// What libFuzzer has found to be worth keeping, and every input that once broke a rule.
@Suite struct ReplayTests {
    @Test(arguments: FuzzTarget.allCases)
    func replay(_ target: FuzzTarget) throws {
        let inputs = try Self.corpus(of: target)
        try #require(!inputs.isEmpty, "there is no corpus of \(target)")
        for (name, input) in inputs {
            #expect(throws: Never.self, "Tests/Fuzz/Corpora/\(target)/\(name)") { try target.exercise(input) }
        }
    }

    /// The files of a target's corpus, in the order of their names.
    private static func corpus(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
        let path = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Corpora/\(target)"
        return try TemporaryFolder.names(in: path).map { ($0, try contents(ofFile: "\(path)/\($0)")) }
    }
}

/// What the targets compare with is right itself.
@Suite struct WellFormednessTests {
    @Test(
        "RFC 8949, Appendix F.1: not well-formed, and beginnings of what is",
        arguments: [
            [], [0x18], [0x19, 0], [0x41], [0x61], [0x81], [0x9f], [0x9f, 1], [0xa1, 1], [0xa2, 1, 2, 3],
            [0xbf, 1, 0xff],
            [0x1c], [0x7d], [0xf8, 0], [0xf8, 0x1f], [0xff], [0x81, 0xff], [0x5f, 0, 0xff],
            [0x5f, 0x5f, 0x41, 0, 0xff, 0xff],
            [0xa1, 0xff], [0xbf, 0xff, 1], [0x1f], [0xdf, 0], [0xc0], [0xc0, 0xff], [0x7f, 0x41, 0, 0xff],
        ] as [[UInt8]]
    )
    func refused(_ bytes: [UInt8]) {
        #expect(wellFormedLength(bytes[...]) != bytes.count || bytes.isEmpty)
    }

    @Test(arguments: [[0], [0xbf, 0xff], [0x5f, 0x41, 1, 0xff], [0xc1, 0x81, 0x20], [0xf8, 0x20]] as [[UInt8]])
    func taken(_ bytes: [UInt8]) {
        #expect(wellFormedLength(bytes[...]) == bytes.count)
        #expect(wellFormedLength((bytes + [0])[...]) == bytes.count)
    }
}
