import CBOR
import CartModel
import CartProtocol
import CartServer
import Testing

@Suite("A session without a socket")
struct SessionTests {
    func frame(_ message: some Encodable) throws -> [UInt8] {
        var buffer: [UInt8] = []
        try FrameWriter().append(message, to: &buffer)
        return buffer
    }

    func hello(min: Int = 1, max: Int = 1) throws -> [UInt8] {
        try frame(
            OutgoingRequest(
                id: 0,
                params: Hello(protocolVersions: Hello.VersionRange(min: min, max: max), software: "test")
            )
        )
    }

    /// What a session does about bytes, in words.
    func actions(_ session: inout Session, _ bytes: [UInt8]) -> [String] {
        bytes.withUnsafeBytes { bytes in
            var input = bytes
            var result: [String] = []
            while let action = session.nextAction(in: &input) {
                switch action {
                case .greet(let id, let version, _): result.append("greet \(id) v\(version)")
                case .deliver(let envelope): result.append("deliver \(envelope.id)")
                case .refuse(let id, let error): result.append("refuse \(id) \(error.code)")
                case .close(let error): result.append("close \(error.code)")
                }
            }
            return result
        }
    }

    @Test("Hello, then requests in order")
    func order() throws {
        var session = Session()
        #expect(session.owesBytes)
        let bytes =
            try hello() + frame(OutgoingRequest(id: 1, params: ShowCart()))
            + frame(OutgoingRequest(id: 2, params: ListCarts()))
        #expect(actions(&session, bytes) == ["greet 0 v1", "deliver 1", "deliver 2"])
        #expect(!session.owesBytes)
        #expect(session.framesSeen == 3)
    }

    @Test("Split at every byte, the same happens")
    func split() throws {
        let bytes = try hello() + frame(OutgoingRequest(id: 1, params: ShowCart()))
        for cut in 0...bytes.count {
            var session = Session()
            let done = actions(&session, Array(bytes[..<cut])) + actions(&session, Array(bytes[cut...]))
            #expect(done == ["greet 0 v1", "deliver 1"])
        }
    }

    @Test("Before hello nothing is delivered; hello once is enough")
    func helloFirst() throws {
        var session = Session()
        #expect(actions(&session, try frame(OutgoingRequest(id: 1, params: ShowCart()))) == ["refuse 1 helloRequired"])
        #expect(actions(&session, try hello()) == ["greet 0 v1"])
        #expect(actions(&session, try hello()) == ["refuse 0 malformed"])
    }

    @Test(
        "Versions",
        arguments: [
            (1, 1, "greet 0 v1"), (1, 9, "greet 0 v1"), (2, 9, "refuse 0 unsupportedVersion"),
            (5, 1, "refuse 0 unsupportedVersion"), (-3, 0, "refuse 0 unsupportedVersion"),
        ]
    )
    func versions(min: Int, max: Int, wanted: String) throws {
        var session = Session()
        #expect(actions(&session, try hello(min: min, max: max)) == [wanted])
    }

    @Test(
        "What is no message ends the session, with its reason",
        arguments: [
            ([0, 0, 0, 0], "close malformed"),
            ([0xFF, 0xFF, 0xFF, 0xFF], "close frameTooLarge"),
            ([0, 0, 0, 1, 0xFF], "close malformed"),
            ([0, 0, 0, 2, 0xA0, 0xA0], "close malformed"),
            ([0, 0, 0, 1, 0x01], "close malformed"),
            ([0, 0, 0, 200] + Array(repeating: 0x81, count: 200), "close malformed"),
        ] as [([UInt8], String)]
    )
    func garbage(bytes: [UInt8], wanted: String) throws {
        var session = Session()
        #expect(actions(&session, try hello()) == ["greet 0 v1"])
        #expect(actions(&session, bytes + [0, 0, 0, 1]) == [wanted])
        #expect(actions(&session, try frame(OutgoingRequest(id: 1, params: ShowCart()))) == [])
    }

    @Test("A message nested 200 deep in a field that nobody reads is refused too")
    func depth() throws {
        var session = Session()
        let nested: [UInt8] = Array(repeating: 0x81, count: 200) + [0x01]
        let message: [UInt8] = [0xA2, 0x62, 0x69, 0x64, 0x01, 0x61, 0x78] + nested
        #expect(actions(&session, [0, 0, 0, UInt8(message.count)] + message) == ["close malformed"])
    }

    @Test("Bytes that begin a frame are owed until it is whole")
    func owes() throws {
        var session = Session()
        _ = actions(&session, try hello())
        _ = actions(&session, [0, 0])
        #expect(session.owesBytes)
        _ = actions(&session, [0, 2, 0xA0])
        #expect(session.owesBytes)
    }
}
