import CBOR
import CartProtocol
import TestSupport
import Testing

/// `Resources/cartd.cddl` against what a daemon and its peers really say.
@Suite("The description of the protocol")
struct DescriptionTests {
    /// The file.
    static let file = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/Resources/cartd.cddl"

    /// Codes that take a broken disk, a slow machine, a crowd or another user to be told.
    static let rareCodes: Set<String> = ["overloaded", "permissionDenied", "storageFailure", "deadlineExceeded"]

    /// The methods that are answered with events.
    static let streams = ["cart.watch", "cart.watchAll", "catalog.watch", "control.watch"]

    @Test("The daemon serves the file, with its methods, in a frame that its limit allows")
    func serves() throws {
        let daemon = try TestDaemon()
        let peer = try daemon.peer()
        let answer = try peer.call(Describe())
        let description = try CBORDecoder().decode(Reply<Describe.Answer>.self, from: answer.payload).result
        #expect(description.cddl == String(decoding: try contents(ofFile: Self.file), as: UTF8.self))
        #expect(description.protocolVersions == Hello.VersionRange(min: 1, max: 1))
        #expect(description.methods.map(\.name) == (try Description(description.cddl)).methods)
        #expect(description.methods.filter(\.stream).map(\.name) == Self.streams)
        #expect(description.methods.first { $0.name == "cart.add" }?.mutation == true)
        #expect(description.methods.first { $0.name == "cart.show" }?.mutation == false)
        #expect(answer.payload.count < FrameReader.defaultLimit / 8)
        // The command line prints it as it is.
        #expect(try daemon.cartctl("describe").output == description.cddl)
        #expect(daemon.stop() == 0)
    }

    @Test("Every message of every method is as it says")
    func traffic() throws {
        let description = try Description(String(decoding: try contents(ofFile: Self.file), as: UTF8.self))
        let frames = try Traffic.ofEverything()
        for frame in frames {
            let message = try CBORDecoder().decode(CBORValue.self, from: frame.payload)
            #expect(description.allows(message, as: "message"), "\(frame.rule): \(message)")
            #expect(description.allows(try frame.part, as: frame.rule), "\(frame.rule): \(message)")
        }
        // Nothing was left out.
        let seen = Set(frames.map(\.rule))
        let wanted = description.rules.keys.filter { name in
            [".request", ".result", ".event"].contains { name.hasSuffix($0) && name.contains(".") }
                || name.hasPrefix("error.")
        }
        let missing = Set(wanted).subtracting(seen).subtracting(Self.rareCodes.map { "error.\($0)" })
        #expect(missing.isEmpty)
        for method in description.methods {
            let requests = try frames.filter { $0.rule == "\(method).request" }.map { try $0.part }
            for field in FieldTests.fields(of: .reference("\(method).params"), in: description) {
                let path = ["params"] + field.path
                #expect(requests.contains { $0.value(at: path[...]) != nil }, "\(method) \(path)")
            }
        }
    }

    @Test(
        "An independent validator and an independent CBOR library agree, and miss nothing in it",
        .enabled(if: PythonEnvironment.obstacle == nil || FullRun.isRequired, "\(PythonEnvironment.obstacle ?? "")")
    )
    func independent() throws {
        let python = try PythonEnvironment.interpreter.get()
        let place = try TemporaryFolder()
        let lines = try (Traffic.ofEverything() + Self.goldenFrames()).map { frame in
            "\(frame.rule) \(frame.kind) \(frame.payload.map { hex($0) }.joined())\n"
        }
        let traffic = try place.write(lines.joined(), to: "traffic")
        let script = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/check-traffic.py"
        let outcome = try Program(python, [script, Self.file, traffic]).run()
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.hasSuffix(" 0 failures\n"))
    }

    /// The frames that are kept as files: whoever described them once has to describe them still.
    private static func goldenFrames() throws -> [Traffic.Frame] {
        let folder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/CartProtocolTests/Golden"
        return try names(in: folder).filter { $0.hasSuffix(".hex") }.map { file in
            let words = file.split(separator: ".")
            let kind = words.first { ["request", "result", "event", "error"].contains($0) } ?? ""
            // error.CODE, else the name of the method and the kind.
            let count = kind == "error" ? 2 : (words.firstIndex(of: kind) ?? 0) + 1
            let digits = try contents(ofFile: "\(folder)/\(file)").filter { $0 != UInt8(ascii: "\n") }
            return Traffic.Frame(
                rule: words.prefix(count).joined(separator: "."),
                kind: String(kind),
                payload: stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
                    UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
                }
            )
        }
    }

    private func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16)
        return text.count == 2 ? text : "0" + text
    }
}
