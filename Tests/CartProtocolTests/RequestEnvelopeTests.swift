import CBOR
import CartModel
import CartProtocol
import Testing

@Suite("Requests")
struct RequestEnvelopeTests {
    func decode(_ value: CBORValue) throws -> RequestEnvelope {
        try CBORDecoder().decode(RequestEnvelope.self, from: try CBOREncoder().encode(value))
    }

    func refusal(_ value: CBORValue) throws -> CartError? {
        guard case .failure(let error) = try decode(value).request else { return nil }
        return error
    }

    @Test("What the client writes, the daemon reads")
    func roundTrip() throws {
        let method = AddLineItem(cart: "till", product: "qianbao", quantity: 2)
        let bytes = try CBOREncoder().encode(OutgoingRequest(id: 7, params: method, idempotencyKey: "k1"))
        let envelope = try CBORDecoder().decode(RequestEnvelope.self, from: bytes)
        #expect(envelope.id == 7)
        #expect(envelope.idempotencyKey == "k1")
        #expect(try envelope.request.get() == .addLineItem(method))
    }

    @Test("The bytes on the wire are those of the description")
    func bytes() throws {
        // {"id": 1, "method": "cart.show", "params": {}}, keys in the order of RFC 8949, section 4.2.1.
        let bytes = try CBOREncoder().encode(OutgoingRequest(id: 1, params: ShowCart()))
        let wanted: [UInt8] =
            [0xA3, 0x62] + Array("id".utf8) + [0x01, 0x66] + Array("method".utf8) + [0x69] + Array("cart.show".utf8)
            + [0x66] + Array("params".utf8) + [0xA0]
        #expect(bytes == wanted)
    }

    @Test("Parameters may be left out where none is required, and unknown fields are passed over")
    func optional() throws {
        #expect(try decode(["id": 1, "method": "cart.show"]).request.get() == .showCart(ShowCart()))
        let extended: CBORValue = [
            "id": 1, "method": "cart.show", "params": ["cart": "till", "colour": "red"], "trace": [1, 2],
        ]
        #expect(try decode(extended).request.get() == .showCart(ShowCart(cart: "till")))
    }

    @Test("Whatever is wrong beside the id is answered to the id, and names the field")
    func faults() throws {
        #expect(try refusal(["id": 1, "method": "cart.fly"])?.code == .unknownMethod)
        #expect(try refusal(["id": 1])?.details["field"] == "method")
        #expect(try refusal(["id": 1, "method": 5])?.details["field"] == "method")
        #expect(try refusal(["id": 1, "method": "cart.set"])?.code == .malformed)
        #expect(try refusal(["id": 1, "method": "cart.set", "params": ["quantity": 1]])?.details["field"] == "params.product")
        let typed = try refusal(["id": 1, "method": "cart.set", "params": ["product": 5, "quantity": 1]])
        #expect(typed?.code == .malformed)
        #expect(typed?.details["field"] == "params.product")
        #expect(try refusal(["id": 1, "method": "cart.show", "params": 5])?.code == .malformed)
    }

    @Test("A number that is no Int64 is no quantity")
    func hugeQuantity() throws {
        let params: CBORValue = ["product": "x", "quantity": .unsigned(9_223_372_036_854_775_808)]
        #expect(try refusal(["id": 1, "method": "cart.set", "params": params])?.code == .invalidQuantity)
    }

    @Test("Without an id there is nobody to answer")
    func noID() {
        #expect(throws: DecodingError.self) { try decode(["method": "cart.show"]) }
        #expect(throws: DecodingError.self) { try decode(["id": -1, "method": "cart.show"]) }
        #expect(throws: DecodingError.self) { try decode([1, 2]) }
    }

    @Test("Two requests have the same fingerprint when method and parameters are the same")
    func fingerprints() throws {
        func fingerprint(_ id: CBORValue, _ method: CBORValue, _ params: CBORValue) throws -> [UInt8] {
            try decode(["id": id, "method": method, "params": params, "idempotencyKey": "k"]).fingerprint
        }
        let one = try fingerprint(1, "cart.add", ["product": "x"])
        #expect(try fingerprint(2, "cart.add", ["product": "x"]) == one)
        #expect(try fingerprint(1, "cart.add", ["product": "y"]) != one)
        #expect(try fingerprint(1, "cart.remove", ["product": "x"]) != one)
    }

    @Test("Every method is in the table under its own name")
    func table() {
        #expect(
            Request.methodNames == [
                "cart.add", "cart.clear", "cart.list", "cart.remove", "cart.set", "cart.show", "catalog.import",
                "catalog.list", "catalog.remove", "catalog.show", "control.change", "control.clear", "control.list",
                "control.poll", "control.remove", "control.send", "control.set", "control.show", "hello", "hit.control",
                "hit.grid", "hit.list", "layout.control", "layout.grid", "layout.list", "status",
            ])
    }

    @Test("An error survives the way, also with a code that nobody here knows")
    func errors() throws {
        let error = CartError(
            CartError.Code(rawValue: "outOfPaper"), "no paper",
            details: ["rows": .list([.object(["row": 3, "ok": false, "why": "x"])])])
        let bytes = try CBOREncoder().encode(Refusal(id: nil, error: error))
        let read = try CBORDecoder().decode(Refusal.self, from: bytes)
        #expect(read.id == nil)
        #expect(read.error == error)
    }
}
