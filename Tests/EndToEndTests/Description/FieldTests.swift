import CBOR
import CartModel
import CartProtocol
import Glibc
import TestSupport
import Testing
import UnixSockets

/// Every method of the description, called with every one of its parameters missing, null, of every wrong type, and huge.
@Suite("Calls with every fault, made from the description")
struct FieldTests {
    /// A parameter to be spoilt, by the way to it.
    struct Field {
        var path: [String]
        var member: Description.Member
    }

    /// A value that is put in the place of a parameter.
    struct Spoiler: CustomStringConvertible {
        var description: String
        /// Nil leaves the parameter out.
        var value: CBORValue?
    }

    static let spoilers: [Spoiler] = [
        Spoiler(description: "missing", value: nil),
        Spoiler(description: "null", value: .null),
        Spoiler(description: "true", value: true),
        Spoiler(description: "0", value: 0),
        Spoiler(description: "-1", value: .negative(0)),
        Spoiler(description: "17", value: 17),
        Spoiler(description: "2^31", value: .unsigned(1 << 31)),
        Spoiler(description: "2^32", value: .unsigned(1 << 32)),
        Spoiler(description: "2^53", value: .unsigned(1 << 53)),
        Spoiler(description: "2^63 - 1", value: .unsigned(1 << 63 - 1)),
        Spoiler(description: "2^64 - 1", value: .unsigned(.max)),
        Spoiler(description: "-2^64", value: .negative(.max)),
        Spoiler(description: "1.5", value: .float(1.5)),
        Spoiler(description: "-0.5", value: .float(-0.5)),
        Spoiler(description: "1e308", value: .float(1e308)),
        Spoiler(description: "infinity", value: .float(.infinity)),
        Spoiler(description: "not a number", value: .float(.nan)),
        Spoiler(description: "an empty text", value: ""),
        Spoiler(description: "a text", value: "sample"),
        Spoiler(description: "a text with a control character", value: "a\u{7}b"),
        Spoiler(description: "a long text", value: .text(String(repeating: "é", count: 250))),
        Spoiler(description: "a huge text", value: .text(String(repeating: "x", count: 300_000))),
        Spoiler(description: "bytes", value: .bytes([1, 2, 3])),
        Spoiler(description: "an empty array", value: []),
        Spoiler(description: "an array", value: ["title", 1]),
        Spoiler(description: "a huge array", value: .array(Array(repeating: "title", count: 40_000))),
        Spoiler(description: "an empty map", value: [:]),
        Spoiler(description: "a map", value: ["x": "y"]),
        Spoiler(description: "a deep map", value: (0..<100).reduce("x") { value, _ in ["x": value] }),
        Spoiler(description: "a simple value", value: .simple(19)),
    ]

    /// What a hit test takes along in its layout and does not look at, but for its type.
    static let unused: Set<String> = [
        "params.grid.from", "params.grid.fontSize", "params.list.from.section", "params.list.from.row",
        "params.list.fontSize",
    ]

    /// Every parameter under a form, those of maps in maps among them.
    static func fields(of form: Description.Form, in description: Description, at path: [String] = []) -> [Field] {
        description.members(of: form).flatMap { member in
            let place = path + [member.name ?? ""]
            return [Field(path: place, member: member)] + fields(of: member.form, in: description, at: place)
        }
    }

    @Test("Each is refused with a typed error that names the parameter, and the daemon goes on")
    func faults() throws {
        let daemon = try TestDaemon()
        let caller = try Caller(daemon)
        let description = try Description(try caller.describe())
        let served = try caller.methods()
        // What the daemon serves is what it describes.
        #expect(served == description.methods)
        var count = 0
        for method in served {
            try caller.reconnect()
            let base = SampleCalls.usual[method] ?? [:]
            let full = SampleCalls.full[method] ?? [:]
            for field in Self.fields(of: .reference("\(method).params"), in: description) {
                // What stands beside the parameter in a map that is usually left out.
                var base = base
                let parent = field.path.dropLast()
                if !parent.isEmpty, base.value(at: parent) == nil {
                    let whole = full.value(at: parent)
                    #expect(whole != nil, "\(method) \(parent)")
                    base = base.replacing(parent, with: whole)
                }
                for spoiler in Self.spoilers {
                    let params = base.replacing(field.path[...], with: spoiler.value)
                    let answer = try caller.call(method, params: params)
                    let isAllowed =
                        spoiler.value.map { description.allows($0, field.member.form) } ?? field.member.isOptional
                    Self.check(answer, method, "params." + field.path.joined(separator: "."), spoiler, isAllowed)
                    count += 1
                }
            }
            // The parameters as a whole, and what goes beside them.
            for (name, member) in description.members(of: .reference("\(method).request")).compactMap({ member in
                member.name.map { ($0, member) }
            }) where !["id", "method"].contains(name) {
                for spoiler in Self.spoilers {
                    var request: CBORValue = ["method": .text(method), "params": base]
                    request = request.replacing([name], with: spoiler.value)
                    let answer = try caller.call(request)
                    var isAllowed = spoiler.value.map { description.allows($0, member.form) } ?? member.isOptional
                    // A key says something only of a change.
                    if name == "idempotencyKey", case .text = spoiler.value, !caller.isMutation(method) {
                        isAllowed = true
                    }
                    Self.check(answer, method, name, spoiler, isAllowed)
                    count += 1
                }
            }
        }
        for spoiler in Self.spoilers {
            let answer = try caller.call(CBORValue.map([:]).replacing(["method"], with: spoiler.value))
            if case .text = spoiler.value {
                #expect(answer.code == "unknownMethod")
            } else {
                Self.check(answer, "?", "method", spoiler, false)
            }
        }
        #expect(count > 4000)
        #expect(try daemon.running().isRunning)
        #expect(daemon.stop() == 0)
    }

    @Test("A request without an id that can be read ends the connection, and says why; others go on")
    func ids() throws {
        let daemon = try TestDaemon()
        let other = try daemon.peer()
        for spoiler in Self.spoilers {
            if case .unsigned = spoiler.value { continue }
            let peer = try daemon.peer()
            let request: CBORValue = ["method": "cart.show", "params": [:]]
            try peer.send(try WirePeer.frame(request.replacing(["id"], with: spoiler.value)))
            let answer = try #require(try peer.next())
            #expect(answer.id == nil && answer.code == "malformed", "\(spoiler)")
            #expect(answer.field == "id", "\(spoiler): \(answer)")
            #expect(try peer.next() == nil)
            #expect(try other.call(ShowCart()).result != nil)
        }
        #expect(daemon.stop() == 0)
    }

    private static func check(
        _ answer: WirePeer.Message,
        _ method: String,
        _ path: String,
        _ spoiler: Spoiler,
        _ isAllowed: Bool
    ) {
        let what = "\(method) with \(path) as \(spoiler): \(answer.code ?? "done") \(answer.text ?? "")"
        if answer.code == nil {
            #expect(isAllowed || unused.contains(path), "\(what)")
        } else if !isAllowed {
            let field = answer.field ?? ""
            #expect(field == path || field.hasPrefix(path + "."), "\(what), field \(field)")
        }
    }
}

/// Calls one method after the other, each in the same circumstances.
private final class Caller {
    private let daemon: TestDaemon
    private var peer: WirePeer
    private var id: UInt64 = 0
    private var entries: [Describe.MethodEntry] = []
    private let file: OwnedDescriptor

    init(_ daemon: TestDaemon) throws {
        self.daemon = daemon
        peer = try daemon.peer()
        let path = try daemon.place.write(#"[{"name": "Tea"}]"#, to: "menu.json")
        file = OwnedDescriptor(taking: open(path, O_RDONLY | O_CLOEXEC))
        try refill()
    }

    /// Goes on with a connection of its own, which has a time limit of its own.
    func reconnect() throws {
        peer = try daemon.peer()
    }

    func describe() throws -> String {
        let answer = try peer.call(Describe())
        let description = try CBORDecoder().decode(Reply<Describe.Answer>.self, from: answer.payload).result
        entries = description.methods
        return description.cddl
    }

    func methods() throws -> [String] { entries.map(\.name) }

    func isMutation(_ method: String) -> Bool { entries.contains { $0.name == method && $0.mutation } }

    func call(_ method: String, params: CBORValue) throws -> WirePeer.Message {
        try call(["method": .text(method), "params": params])
    }

    func call(_ request: CBORValue) throws -> WirePeer.Message {
        if request["method"] == "hello" {
            // Once a connection.
            peer = try WirePeer(path: daemon.socketPath)
            let answer = try make(request)
            peer = try daemon.peer()
            return answer
        }
        if request["method"] == "catalog.remove" {
            try make(["method": "catalog.import", "params": ["catalog": "imported"]])
        }
        let answer = try make(request)
        if answer.event != nil { try end(id) }
        if answer.result != nil, case .text(let method) = request["method"], isMutation(method) {
            try refill()
        }
        return answer
    }

    /// Makes what a call may have taken away.
    private func refill() throws {
        try make(["method": "cart.add", "params": ["cart": "desk", "product": "qianbao"]])
        try make(["method": "control.set", "params": ["control": "buy", "title": "Buy"]])
    }

    /// Ends a stream, and reads what it still has to say.
    private func end(_ stream: UInt64) throws {
        id += 1
        try peer.send(
            try WirePeer.frame(
                ["id": .unsigned(id), "method": "cancel", "params": ["request": .unsigned(stream)]] as CBORValue
            )
        )
        while let message = try peer.next() {
            if message.id == id { return }
        }
        throw Failure("the connection ended instead of the stream")
    }

    @discardableResult
    private func make(_ request: CBORValue) throws -> WirePeer.Message {
        id += 1
        let frame = try WirePeer.frame(request.replacing(["id"], with: .unsigned(id)))
        let takesFile = request["method"] == "catalog.import"
        // A frame of several hundred kilobytes is answered only when all of it has come.
        try peer.send(frame, descriptors: takesFile ? [file.rawValue] : [])
        while let answer = try peer.next() {
            if answer.id == id { return answer }
        }
        throw Failure(
            "the daemon ended the connection instead of an answer to \(request["method"].map { "\($0)" } ?? "?")"
        )
    }
}

extension CBORValue {
    /// The value at the end of a path of members, or nil.
    func value(at path: ArraySlice<String>) -> CBORValue? {
        guard let name = path.first else { return self }
        return self[name]?.value(at: path.dropFirst())
    }

    /// The value with another one at the end of a path of members, or without it.
    func replacing(_ path: ArraySlice<String>, with value: CBORValue?) -> CBORValue {
        guard let name = path.first else { return value ?? .null }
        var members: [CBORValue: CBORValue] = [:]
        if case .map(let old) = self { members = old }
        if path.count == 1 {
            members[.text(name)] = value
        } else {
            members[.text(name)] = (members[.text(name)] ?? [:]).replacing(path.dropFirst(), with: value)
        }
        return .map(members)
    }
}
