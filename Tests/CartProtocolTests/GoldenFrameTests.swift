import CBOR
import CartModel
import CartProtocol
import FoundationEssentials
import Testing

/// The messages of version 1 of the protocol as they were first sent: Golden/RULE.hex, and Golden/RULE.WHICH.hex where there
/// is more than one, with the payload of a frame in hexadecimal.
///
/// They are never changed. A build that does not read them does not speak version 1.
@Suite("Golden frames")
struct GoldenFrameTests {
    /// Every method's type.
    static let types: [any Method.Type] = [
        Hello.self, Describe.self, CancelRequest.self, ShowStatus.self, AddLineItem.self, RemoveLineItem.self,
        SetLineItem.self, ClearCart.self, ShowCart.self, ListCarts.self, WatchCart.self, WatchCarts.self,
        ListCatalogs.self, ShowCatalog.self, ImportCatalog.self, RemoveCatalog.self, WatchCatalogs.self,
        LayOutGrid.self, LayOutList.self, LayOutControl.self, HitGrid.self, HitList.self, HitControl.self,
        SetControl.self, ClearControl.self, ChangeControlState.self, ShowControl.self, ListControls.self,
        RemoveControl.self, SendControlEvents.self, PollControlEvents.self, WatchControls.self,
    ]

    static let folder = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Golden"

    /// The files' names without `.hex`.
    static let names: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".hex") }.map { String($0.dropLast(4)) }.sorted()
    }()

    static func payload(_ name: String) throws -> [UInt8] {
        let file = try #require(FileManager.default.contents(atPath: "\(folder)/\(name).hex"))
        let digits = file.filter { $0 != UInt8(ascii: "\n") }
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            try #require(UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16))
        }
    }

    /// Reads a message as the side that gets it does, and writes it as the other side does.
    static func rewritten(_ payload: [UInt8], _ name: String) throws -> [UInt8] {
        if name.hasPrefix("error.") {
            return try CBOREncoder().encode(try CBORDecoder().decode(Refusal.self, from: payload))
        }
        let type = try #require(types.first { name.hasPrefix($0.name + ".") }, "\(name) is of no method")
        switch name.dropFirst(type.name.count + 1).prefix(while: { $0 != "." }) {
        case "request":
            let envelope = try CBORDecoder().decode(RequestEnvelope.self, from: payload)
            if case .failure(let error) = envelope.request { throw error }
            return try rewrittenRequest(payload, of: envelope, to: type)
        case "result": return try rewrittenReply(payload, to: type)
        case "event":
            guard let type = type as? any StreamMethod.Type else { fallthrough }
            return try rewrittenEvent(payload, of: type)
        default: throw CartError(.malformed, "\(name) is no name of a golden frame")
        }
    }

    private struct Incoming<M: Method>: Decodable {
        var params: M
    }

    private static func rewrittenRequest<M: Method>(
        _ payload: [UInt8],
        of envelope: RequestEnvelope,
        to: M.Type
    ) throws -> [UInt8] {
        let request = OutgoingRequest(
            id: envelope.id,
            params: try CBORDecoder().decode(Incoming<M>.self, from: payload).params,
            idempotencyKey: envelope.idempotencyKey,
            timeout: envelope.timeout
        )
        return try CBOREncoder().encode(request)
    }

    private static func rewrittenReply<M: Method>(_ payload: [UInt8], to: M.Type) throws -> [UInt8] {
        try CBOREncoder().encode(try CBORDecoder().decode(Reply<M.Answer>.self, from: payload))
    }

    private static func rewrittenEvent<M: StreamMethod>(_ payload: [UInt8], of: M.Type) throws -> [UInt8] {
        try CBOREncoder().encode(try CBORDecoder().decode(StreamFrame<M.Event>.self, from: payload))
    }

    /// The value with a member that nobody knows in each of its maps, but for those whose members are all data.
    static func extended(_ value: CBORValue) -> CBORValue {
        switch value {
        case .array(let items): return .array(items.map(extended))
        case .map(let members):
            var members = members
            for (name, member) in members where name != "details" {
                members[name] = extended(member)
            }
            members["brandNew"] = ["of": [1, nil, "x"]]
            return .map(members)
        default: return value
        }
    }

    @Test("Each is read, and written again byte for byte", arguments: names)
    func bytes(_ name: String) throws {
        let payload = try Self.payload(name)
        #expect(try Self.rewritten(payload, name) == payload)
    }

    @Test("Each is read with members that nobody knows in every map, and means the same", arguments: names)
    func unknownMembers(_ name: String) throws {
        let payload = try Self.payload(name)
        let extended = Self.extended(try CBORDecoder().decode(CBORValue.self, from: payload))
        #expect(try Self.rewritten(try CBOREncoder().encode(extended), name) == payload)
    }

    @Test("There is one of every request, every answer and every event")
    func completeness() throws {
        #expect(Self.types.map { $0.name }.sorted() == Request.methods.map(\.name))
        for type in Self.types {
            for kind in ["request", type is any StreamMethod.Type ? "event" : "result"] {
                let prefix = "\(type.name).\(kind)"
                #expect(Self.names.contains { $0 == prefix || $0.hasPrefix(prefix + ".") }, "\(prefix)")
            }
        }
    }

    @Test("Names that only a newer daemon knows are kept: of errors, of events and of what was hit")
    func unknownNames() throws {
        let error: CBORValue = ["id": 1, "error": ["code": "outOfPaper", "message": "m", "details": ["tray": 2]]]
        let refusal = try CBORDecoder().decode(Refusal.self, from: try CBOREncoder().encode(error))
        #expect(refusal.error.code.rawValue == "outOfPaper" && refusal.error.details["tray"] == 2)

        let event: CBORValue = ["id": 1, "event": ["sequence": 5, "kind": "renamed", "to": "x"]]
        let bytes = try CBOREncoder().encode(event)
        let kind = StreamEventKind(rawValue: "renamed")
        #expect(try CBORDecoder().decode(StreamFrame<WatchCart.Event>.self, from: bytes).event.kind == kind)
        #expect(try CBORDecoder().decode(StreamFrame<WatchCarts.Event>.self, from: bytes).event.kind == kind)
        #expect(try CBORDecoder().decode(StreamFrame<WatchCatalogs.Event>.self, from: bytes).event.kind == kind)
        #expect(try CBORDecoder().decode(StreamFrame<WatchControls.Event>.self, from: bytes).event.kind == kind)

        let hit: CBORValue = ["id": 1, "result": ["hit": ["kind": "badge", "index": 3]]]
        let answer = try CBORDecoder().decode(Reply<HitAnswer>.self, from: try CBOREncoder().encode(hit)).result
        #expect(answer.hit?.kind.rawValue == "badge" && answer.hit?.index == 3)
    }
}
