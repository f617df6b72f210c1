import CBOR
import CartClient
import Testing
import TestSupport

/// The protocol as a value: bytes in, events out.
@Suite struct ClientSessionTests {
    /// A session whose hello is answered.
    private func greeted(frameLimit: Int = 1 << 20) throws -> ClientSession {
        var session = ClientSession()
        var output: [UInt8] = []
        try session.greet(Hello(software: "test"), into: &output)
        let answer = Hello.Answer.fake(pid: 1, frameLimit: frameLimit)
        guard case .answer(answer) = feedGreeting(&session, try Frames.reply(0, answer)) else {
            throw CartError(.malformed, "hello was not answered")
        }
        return session
    }

    /// A session that waits for the answer to its first call.
    private func calling() throws -> ClientSession {
        var session = try greeted()
        var output: [UInt8] = []
        try session.send(ListCarts(), idempotencyKey: nil, into: &output)
        return session
    }

    private func feedGreeting(_ session: inout ClientSession, _ bytes: [UInt8]) -> ClientSession.Event<Hello.Answer> {
        bytes.withUnsafeBytes { session.receiveGreeting($0) }
    }

    private func feed(
        _ session: inout ClientSession,
        _ bytes: some Collection<UInt8>
    ) -> ClientSession.Event<ListCarts.Answer> {
        Array(bytes).withUnsafeBytes { session.receive($0, as: ListCarts.Answer.self) }
    }

    private func requests(in output: [UInt8]) throws -> [RequestEnvelope] {
        try output.withUnsafeBytes { bytes in
            var bytes = bytes
            var reader = FrameReader()
            var result: [RequestEnvelope] = []
            while let frame = try reader.nextFrame(
                in: &bytes,
                { payload in
                    Result { try CBORDecoder().decode(RequestEnvelope.self, from: payload) }
                }
            ) {
                result.append(try frame.get())
            }
            return result
        }
    }

    @Test func greetsFirstAndNumbersItsRequests() throws {
        var session = ClientSession()
        var output: [UInt8] = []
        #expect(throws: CartError.self) { try session.send(ListCarts(), idempotencyKey: nil, into: &output) }
        #expect(output.isEmpty)
        try session.greet(Hello(software: "till 2"), into: &output)
        #expect(!session.isIdle)
        _ = feedGreeting(&session, try Frames.reply(0, Hello.Answer.fake))
        #expect(session.isIdle)
        try session.send(AddLineItem(product: "a"), idempotencyKey: "k1", into: &output)
        _ = feed(&session, try Frames.refusal(1, CartError(.cartFull, "full")))
        try session.send(ListCarts(), idempotencyKey: nil, into: &output)

        let sent = try requests(in: output)
        #expect(sent.map(\.id) == [0, 1, 2])
        #expect(sent.map(\.idempotencyKey) == [nil, "k1", nil])
        #expect(try sent[0].request.get() == .hello(Hello(software: "till 2")))
        #expect(try sent[1].request.get() == .addLineItem(AddLineItem(product: "a")))
        #expect(try sent[2].request.get() == .listCarts(ListCarts()))
    }

    @Test func readsAnAnswerCutAnywhere() throws {
        let answer = ListCarts.Answer(
            carts: [.init(name: "ü", catalog: "shop", version: 3, capacity: 6, lines: 2)],
            next: "z"
        )
        let frame = try Frames.reply(1, answer)
        for cut in 0...frame.count {
            var session = try calling()
            let first = feed(&session, frame[..<cut])
            if cut < frame.count {
                guard case .more = first else {
                    Issue.record("\(first) after \(cut) of \(frame.count) bytes")
                    continue
                }
                guard case .answer(answer) = feed(&session, frame[cut...]) else {
                    Issue.record("no answer after a cut at \(cut)")
                    continue
                }
            } else {
                guard case .answer(answer) = first else { throw CartError(.malformed, "no answer") }
            }
            #expect(session.isIdle)
        }
    }

    @Test func keepsCodesItDoesNotKnowAndGoesOn() throws {
        var session = try calling()
        let refusal = CartError(
            .init(rawValue: "outOfPaper"),
            "the printer is empty",
            details: ["tray": 2, "x": .list([true])]
        )
        guard case .refused(refusal) = feed(&session, try Frames.refusal(1, refusal)) else {
            Issue.record("not refused")
            return
        }
        var output: [UInt8] = []
        try session.send(ListCarts(), idempotencyKey: nil, into: &output)
        guard case .answer = feed(&session, try Frames.reply(2, ListCarts.Answer(carts: []))) else {
            Issue.record("not answered")
            return
        }
    }

    /// What a peer that is no daemon of ours may send where an answer is due.
    static let nonsense: [(String, [UInt8])] = [
        ("an empty frame", [0, 0, 0, 0]),
        ("a frame over the limit", [0, 0x10, 0, 1]),
        ("4 GiB as length", [0xFF, 0xFF, 0xFF, 0xFF]),
        ("text", Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)),
        ("no map", Frames.frame([0x80])),
        ("an item that does not end", Frames.frame([0xA1])),
        ("two items", Frames.frame([0xA0, 0xA0])),
        ("no members", Frames.frame([0xA0])),
        ("an id of text", Frames.frame([0xA1, 0x62, 0x69, 0x64, 0x61, 0x31])),
        ("a negative id", Frames.frame([0xA1, 0x62, 0x69, 0x64, 0x20])),
        ("an id alone", Frames.frame([0xA1, 0x62, 0x69, 0x64, 0x01])),
        ("no id and no error", Frames.frame([0xA1, 0x62, 0x69, 0x64, 0xF6])),
        (
            "a result of another shape",
            Frames.frame([0xA2, 0x62, 0x69, 0x64, 0x01, 0x66] + Array("result".utf8) + [0xA0])
        ),
        (
            "an error of another shape",
            Frames.frame([0xA2, 0x62, 0x69, 0x64, 0x01, 0x65] + Array("error".utf8) + [0x01])
        ),
    ]

    @Test(arguments: nonsense) func endsOnNonsense(_ name: String, _ bytes: [UInt8]) throws {
        var session = try calling()
        guard case .ended(let failure) = feed(&session, bytes) else {
            Issue.record("\(name) did not end the session")
            return
        }
        #expect(failure.error.code == .malformed)
        #expect(!failure.isTransient)
        #expect(!session.isIdle)
        guard case .ended(failure) = feed(&session, try Frames.reply(1, ListCarts.Answer(carts: []))) else {
            Issue.record("the session went on after \(name)")
            return
        }
        #expect(session.endOfInput() == failure)
    }

    @Test(arguments: [0, 2, UInt64.max]) func endsOnAnAnswerToAnotherRequest(_ id: UInt64) throws {
        for frame in [
            try Frames.reply(id, ListCarts.Answer(carts: [])), try Frames.refusal(id, CartError(.cartFull, "full")),
        ] {
            var session = try calling()
            guard case .ended(let failure) = feed(&session, frame) else {
                Issue.record("id \(id) was taken for 1")
                continue
            }
            #expect(failure.error.code == .malformed)
            #expect(failure.error.message.contains("\(id)"))
        }
    }

    @Test func endsOnTheRefusalOfTheConnection() throws {
        for (code, isTransient) in [
            (CartError.Code.overloaded, true), (.malformed, false), (.init(rawValue: "new"), false),
        ] {
            let error = CartError(code, "no", details: ["limit": 4])
            var session = try calling()
            guard
                case .ended(ConnectionFailure(error, isTransient: isTransient)) = feed(
                    &session,
                    try Frames.refusal(nil, error)
                )
            else {
                Issue.record("\(code)")
                continue
            }
            var silent = ClientSession()
            var output: [UInt8] = []
            try silent.greet(Hello(software: "test"), into: &output)
            for id in [nil, UInt64(0)] {
                var session = silent
                guard
                    case .ended(ConnectionFailure(error, isTransient: isTransient)) = feedGreeting(
                        &session,
                        try Frames.refusal(id, error)
                    )
                else {
                    Issue.record("\(code) in answer to hello")
                    continue
                }
            }
        }
    }

    @Test func takesAnAnswerButNoMoreWhereMoreFollows() throws {
        let answer = ListCarts.Answer(carts: [])
        let busy = CartError(.overloaded, "busy")
        for (extra, code) in [([0], CartError.Code.malformed), (try Frames.refusal(nil, busy), .overloaded)] {
            var session = try calling()
            guard case .answer(answer) = feed(&session, try Frames.reply(1, answer) + extra) else {
                Issue.record("the answer was lost")
                continue
            }
            #expect(!session.isIdle)
            #expect(session.endOfInput().error.code == code)
        }
        var session = ClientSession()
        var output: [UInt8] = []
        try session.greet(Hello(software: "test"), into: &output)
        let both = try Frames.reply(0, Hello.Answer.fake) + Frames.refusal(nil, busy)
        guard case .ended(ConnectionFailure(busy, isTransient: true)) = feedGreeting(&session, both) else {
            Issue.record("the refusal behind the greeting was lost")
            return
        }
    }

    @Test(arguments: [0, 2, -1, Int.max]) func refusesAVersionThatItDoesNotSpeak(_ version: Int) throws {
        var session = ClientSession()
        var output: [UInt8] = []
        try session.greet(Hello(software: "test"), into: &output)
        let frame = try Frames.reply(0, Hello.Answer.fake(pid: 1, version: version))
        guard case .ended(let failure) = feedGreeting(&session, frame) else {
            Issue.record("version \(version) was taken")
            return
        }
        #expect(failure.error.code == .unsupportedVersion)
        #expect(failure.error.details["daemon"] == .integer(Int64(version)))
        #expect(!failure.isTransient)
    }

    @Test func keepsTheDaemonsFrameLimit() throws {
        for limit in [64, 0, -5] {
            var session = try greeted(frameLimit: limit)
            var output: [UInt8] = [9]
            let error = #expect(throws: CartError.self) {
                try session.send(
                    AddLineItem(product: String(repeating: "x", count: 80)),
                    idempotencyKey: nil,
                    into: &output
                )
            }
            #expect(error?.code == .frameTooLarge)
            #expect(output == [9])
            #expect(session.isIdle)
        }
        for limit in [1 << 20, Int.max] {
            var session = try greeted(frameLimit: limit)
            var output: [UInt8] = []
            try session.send(
                AddLineItem(product: String(repeating: "x", count: 80)),
                idempotencyKey: nil,
                into: &output
            )
            #expect(try requests(in: output).map(\.id) == [1])
        }
    }

    @Test func saysWhereTheConnectionEnded() throws {
        var session = ClientSession()
        var output: [UInt8] = []
        try session.greet(Hello(software: "test"), into: &output)
        var calling = try calling()
        var inside = calling
        _ = feed(&inside, [0, 0, 0])
        var idle = try greeted()
        let failures = [session.endOfInput(), calling.endOfInput(), inside.endOfInput(), idle.endOfInput()]
        #expect(failures.allSatisfy { $0.isTransient && $0.error.code == .connectionLost })
        let messages = failures.map(\.error.message)
        #expect(messages[0].contains("hello"))
        #expect(messages[1].contains("before it answered cart.list"))
        #expect(messages[2].contains("in the middle of its answer to cart.list"))
        #expect(messages[3].contains("between two calls"))
    }

    @Test func endsOnEveryDamagedAnswer() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        let whole = try Frames.reply(
            1,
            ListCarts.Answer(carts: [.init(name: "a", catalog: "shop", version: 3, capacity: 6, lines: 2)], next: "a")
        )
        let payload = Array(whole.dropFirst(FrameReader.headerSize))
        for length in 1..<payload.count {
            var session = try calling()
            guard case .ended(let failure) = feed(&session, Frames.frame(Array(payload.prefix(length)))) else {
                Issue.record("\(length) of \(payload.count) bytes were taken for an answer")
                continue
            }
            #expect(failure.error.code == .malformed)
        }
        for _ in 0..<2000 {
            var session = try calling()
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            // Anything may come out but a trap and an answer to another request.
            switch feed(&session, bytes) {
            case .more, .answer, .refused: break
            case .ended(let failure): #expect(!failure.error.message.isEmpty, "seed \(seed)")
            }
        }
    }
}
