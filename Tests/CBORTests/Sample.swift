import CBOR
import FoundationEssentials
import TestSupport

/// A structure with about everything that Codable types are made of.
struct Sample: Codable, Equatable {
    enum Kind: String, Codable, CaseIterable { case bag, car, control }
    enum Event: Codable, Equatable {
        case added(String, quantity: Int)
        case cleared
    }

    var name: String
    var identifier: UInt64
    var small: Int8
    var wide: Int128
    var ratio: Double
    var half: Float16
    var isAvailable: Bool
    var payload: [UInt8]?
    var data: Data
    var slices: [ContiguousArray<UInt8>]
    var time: Date?
    var unique: UUID
    var kind: Kind
    var events: [Event]
    var numbers: [Int: Int16?]
    var table: [String: [Data?]]
    var nested: [Sample]
    var optional: [Int?]

    static func random(_ random: inout SplitMix64, depth: Int) -> Sample {
        func some<T>(_ make: (inout SplitMix64) -> T) -> [T] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in make(&random) }
        }
        func octets(_ random: inout SplitMix64) -> [UInt8] {
            (0..<Int.random(in: 0...30, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        let identifier = withUnsafeBytes(of: (random.next(), random.next())) { $0.loadUnaligned(as: uuid_t.self) }
        return Sample(
            name: CBORValue.text(&random),
            identifier: CBORValue.edge(&random),
            small: Int8.random(in: .min ... .max, using: &random),
            wide: Int128(bitPattern: UInt128(random.next()) << 64 | UInt128(random.next()))
                >> Int128.random(in: 0..<128, using: &random),
            ratio: Double.random(in: -1e9...1e9, using: &random),
            half: Float16(Int.random(in: -2000...2000, using: &random)) / 16,
            isAvailable: Bool.random(using: &random),
            payload: Bool.random(using: &random) ? octets(&random) : nil,
            data: Data(octets(&random)),
            slices: some { ContiguousArray(octets(&$0)) },
            time: Bool.random(using: &random)
                ? Date(
                    timeIntervalSince1970: Double(Int.random(in: -1_000_000_000...4_000_000_000, using: &random)) / 4
                ) : nil,
            unique: UUID(uuid: identifier),
            kind: Kind.allCases[Int.random(in: 0..<3, using: &random)],
            events: some { Bool.random(using: &$0) ? .cleared : .added(CBORValue.text(&$0), quantity: 3) },
            numbers: Dictionary(some { (Int.random(in: -99...99, using: &$0), 7 as Int16?) }) { first, _ in first },
            table: ["": [nil, Data(octets(&random))], "\u{1f6cd}": []],
            nested: depth > 0 ? some { Sample.random(&$0, depth: depth - 1) } : [],
            optional: some { Bool.random(using: &$0) ? nil : Int.random(in: .min ... .max, using: &$0) }
        )
    }
}
