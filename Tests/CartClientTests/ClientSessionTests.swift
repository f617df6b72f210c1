import CBOR
import CartClient
import Testing
import TestSupport

/// The protocol as a value: bytes in, messages out.
@Suite struct ClientSessionTests {
    /// What a session makes of bytes.
    private enum Outcome: Equatable {
        case greeted(Hello.Answer)
        case message(UInt64, [UInt8])
        case passedOver
        case ended(ConnectionFailure)
    }

    /// A session whose hello is answered.
    private func greeted() throws -> ClientSession {
        var session = ClientSession()
        guard case [.greeted(.fake)] = feed(&session, try Frames.reply(0, Hello.Answer.fake)), session.isOpen else {
            throw CartError(.malformed, "hello was not answered")
        }
        return session
    }

    /// Feeds bytes to a session in which the given ids are waited for.
    private func feed(
        _ session: inout ClientSession,
        _ bytes: some Collection<UInt8>,
        awaited: Set<UInt64> = [1]
    ) -> [Outcome] {
        Array(bytes).withUnsafeBytes { bytes in
            var rest = bytes
            var outcomes: [Outcome] = []
            while true {
                let step = session.next(in: &rest) { (id, payload) -> Result<Outcome?, CartError> in
                    .success(awaited.contains(id) ? .message(id, Array(payload)) : nil)
                }
                switch step {
                case .more: return outcomes
                case .greeted(let answer): outcomes.append(.greeted(answer))
                case .message(let outcome): outcomes.append(outcome ?? .passedOver)
                case .ended(let failure): return outcomes + [.ended(failure)]
                }
            }
        }
    }

    private func failure(_ outcomes: [Outcome]) -> ConnectionFailure? {
        guard case .ended(let failure) = outcomes.last else { return nil }
        return failure
    }

    @Test func tellsWhoseMessagesAreInAnyOrder() throws {
        var session = try greeted()
        let frames = try [7, 2, 300, 2, 70_000, UInt64.max].map { id in
            (id, try Frames.reply(id, ListCarts.Answer(carts: [], next: "\(id)")))
        }
        let expected: [Outcome] = frames.map { id, frame in
            .message(id, Array(frame.dropFirst(FrameReader.headerSize)))
        }
        let ids = Set(frames.map(\.0))
        #expect(feed(&session, frames.flatMap(\.1), awaited: ids) == expected)
        #expect(session.isOpen)
    }

    @Test func readsMessagesCutAnywhere() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        let hello = try Frames.reply(0, Hello.Answer.fake)
        let answers = try (0..<20).map { number in
            try Frames.reply(
                1,
                ListCarts.Answer(
                    carts: [.init(name: "ü", catalog: "shop", version: Int64(number), capacity: 6, lines: 2)],
                    next: String(repeating: "z", count: number * 37)
                )
            )
        }
        let expected: [Outcome] =
            [.greeted(.fake)] + answers.map { .message(1, Array($0.dropFirst(FrameReader.headerSize))) }
        let bytes = hello + answers.flatMap(\.self)
        for _ in 0..<100 {
            var session = ClientSession()
            var rest = bytes[...]
            var outcomes: [Outcome] = []
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(rest.count, 200), using: &generator)
                outcomes += feed(&session, rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(outcomes == expected, "seed \(seed)")
        }
    }

    @Test func findsTheIDWhereverItStands() throws {
        var session = try greeted()
        // {"result": 0, "id": 1}, {_ "id": 1, "x": 2}, {"id": 1_0 (in a byte more), "event": null}
        let frames: [[UInt8]] = [
            [0xA2, 0x66] + Array("result".utf8) + [0x00, 0x62, 0x69, 0x64, 0x01],
            [0xBF, 0x62, 0x69, 0x64, 0x01, 0x61, 0x78, 0x02, 0xFF],
            [0xA2, 0x62, 0x69, 0x64, 0x18, 0x01, 0x65] + Array("event".utf8) + [0xF6],
        ]
        for frame in frames {
            #expect(feed(&session, Frames.frame(frame)) == [.message(1, frame)])
        }
    }

    @Test func passesOverWhatNobodyWaitsFor() throws {
        var session = try greeted()
        let odd = Frames.frame([0xA2, 0x62, 0x69, 0x64, 0x05, 0x63] + Array("new".utf8) + [0x80])
        let event = Frames.frame([0xA2, 0x62, 0x69, 0x64, 0x05, 0x65] + Array("event".utf8) + [0xA0])
        let bytes =
            try Frames.reply(9, ListCarts.Answer(carts: [])) + Frames.refusal(0, CartError(.cancelled, "late"))
            + Frames.refusal(.max, CartError(.init(rawValue: "outOfPaper"), "x", details: ["tray": .list([2, true])]))
            + odd + event
        #expect(feed(&session, bytes) == Array(repeating: .passedOver, count: 5))
        let answer = try Frames.reply(1, ListCarts.Answer(carts: []))
        #expect(feed(&session, answer) == [.message(1, Array(answer.dropFirst(4)))])
    }

    @Test func endsWhereTheOwnerCannotReadItsAnswer() throws {
        var session = try greeted()
        let error = CartError(.malformed, "not for me")
        let bytes = try Frames.reply(1, ListCarts.Answer(carts: []))
        let step = bytes.withUnsafeBytes { bytes in
            var rest = bytes
            return session.next(in: &rest) { (_, _) -> Result<Void?, CartError> in .failure(error) }
        }
        guard case .ended(ConnectionFailure(error, isTransient: false)) = step else {
            Issue.record("it went on")
            return
        }
        #expect(feed(&session, bytes) == [.ended(ConnectionFailure(error, isTransient: false))])
    }

    /// What a peer that is no daemon of ours may send.
    static let nonsense: [(String, [UInt8])] = [
        ("an empty frame", [0, 0, 0, 0]),
        ("a frame over the limit", [0, 0x10, 0, 1]),
        ("4 GiB as length", [0xFF, 0xFF, 0xFF, 0xFF]),
        ("text", Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)),
        ("no map", Frames.frame([0x80])),
        ("an item that does not end", Frames.frame([0xA1])),
        ("two items", Frames.frame([0xA0, 0xA0])),
        ("an id of text", Frames.frame([0xA1, 0x62, 0x69, 0x64, 0x61, 0x31])),
        ("a negative id", Frames.frame([0xA1, 0x62, 0x69, 0x64, 0x20])),
        ("no id and no error", Frames.frame([0xA1, 0x62, 0x69, 0x64, 0xF6])),
        ("no members", Frames.frame([0xA0])),
        ("an id of a request that is not awaited, cut", Frames.frame([0xA2, 0x62, 0x69, 0x64, 0x09])),
        ("the same with bytes behind it", Frames.frame([0xA1, 0x62, 0x69, 0x64, 0x09, 0x00])),
        ("an id that is cut", Frames.frame([0xA1, 0x62, 0x69, 0x64, 0x1B, 0x09])),
        ("an id of a reserved head", Frames.frame([0xA1, 0x62, 0x69, 0x64, 0x1C])),
        (
            "an error of another shape",
            Frames.frame([0xA2, 0x62, 0x69, 0x64, 0x09, 0x65] + Array("error".utf8) + [0x01])
        ),
    ]

    @Test(arguments: nonsense) func endsOnNonsense(_ name: String, _ bytes: [UInt8]) throws {
        for isGreeted in [true, false] {
            var session = isGreeted ? try greeted() : ClientSession()
            guard let failure = failure(feed(&session, bytes)) else {
                Issue.record("\(name) did not end the session")
                continue
            }
            #expect(failure.error.code == .malformed)
            #expect(!failure.isTransient)
            #expect(!session.isOpen)
            #expect(feed(&session, try Frames.reply(1, ListCarts.Answer(carts: []))) == [.ended(failure)])
            #expect(session.endOfInput() == failure)
        }
    }

    @Test func endsOnTheRefusalOfTheConnection() throws {
        for (code, isTransient) in [
            (CartError.Code.overloaded, true), (.deadlineExceeded, true), (.malformed, false),
            (.init(rawValue: "new"), false),
        ] {
            let error = CartError(code, "no", details: ["limit": 4])
            let failure = ConnectionFailure(error, isTransient: isTransient)
            var session = try greeted()
            #expect(feed(&session, try Frames.refusal(nil, error)) == [.ended(failure)])
            for id in [nil, UInt64(0)] {
                var session = ClientSession()
                #expect(feed(&session, try Frames.refusal(id, error)) == [.ended(failure)])
            }
            // Behind an answer in the same bytes it is seen too, and the answer is not lost.
            var both = ClientSession()
            let answer = try Frames.reply(1, ListCarts.Answer(carts: []))
            let bytes = try Frames.reply(0, Hello.Answer.fake) + answer + Frames.refusal(nil, error)
            #expect(feed(&both, bytes) == [.greeted(.fake), .message(1, Array(answer.dropFirst(4))), .ended(failure)])
        }
    }

    @Test func nothingComesBeforeTheGreetingIsAnswered() throws {
        for bytes in try [
            Frames.reply(1, Hello.Answer.fake), Frames.reply(1, ListCarts.Answer(carts: [])),
            Frames.reply(0, ListCarts.Answer(carts: [])), Frames.refusal(1, CartError(.overloaded, "full")),
        ] {
            var session = ClientSession()
            let failure = failure(feed(&session, bytes))
            #expect(failure?.error.code == .malformed)
            #expect(failure?.isTransient == false)
        }
    }

    @Test(arguments: [0, 2, -1, Int.max]) func refusesAVersionThatItDoesNotSpeak(_ version: Int) throws {
        var session = ClientSession()
        let failure = failure(feed(&session, try Frames.reply(0, Hello.Answer.fake(pid: 1, version: version))))
        #expect(failure?.error.code == .unsupportedVersion)
        #expect(failure?.error.details["daemon"] == .integer(Int64(version)))
        #expect(failure?.isTransient == false)
    }

    @Test func saysWhereTheConnectionEnded() throws {
        var silent = ClientSession()
        var idle = try greeted()
        var inside = idle
        #expect(feed(&inside, [0, 0, 0]) == [])
        let failures = [silent.endOfInput(), idle.endOfInput(), inside.endOfInput()]
        #expect(failures.allSatisfy { $0.isTransient && $0.error.code == .connectionLost })
        let messages = failures.map(\.error.message)
        #expect(messages[0].contains("hello"))
        #expect(messages[1].contains("before it answered"))
        #expect(messages[2].contains("in the middle"))
    }

    @Test func survivesEveryDamage() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        let whole = try Frames.reply(
            9,
            ListCarts.Answer(carts: [.init(name: "a", catalog: "shop", version: 3, capacity: 6, lines: 2)], next: "a")
        )
        let payload = Array(whole.dropFirst(FrameReader.headerSize))
        for length in 1..<payload.count {
            var session = try greeted()
            #expect(
                failure(feed(&session, Frames.frame(Array(payload.prefix(length)))))?.error.code == .malformed,
                "\(length) of \(payload.count) bytes were taken for a message"
            )
        }
        for _ in 0..<2000 {
            var session = try greeted()
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            // Anything may come out but a trap.
            if let failure = failure(feed(&session, bytes)) {
                #expect(!failure.error.message.isEmpty, "seed \(seed)")
            }
        }
    }
}
