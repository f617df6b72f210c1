import CBOR
import TestSupport

/// Changes of an input that keep frames and items whole, beside libFuzzer's own, which seldom do.
struct Mutation {
    /// What an input of a target is made of.
    enum Form {
        case bytes
        case item
        case frames
    }

    private var random: SplitMix64
    private let maximum: Int
    private let mutateBytes: ([UInt8], Int) -> [UInt8]

    /// Prepares one change.
    ///
    /// - Parameters:
    ///   - maximum: How long an input may become.
    ///   - mutateBytes: libFuzzer's own way: takes bytes and how many they may become.
    init(seed: UInt32, maximum: Int, mutateBytes: @escaping ([UInt8], Int) -> [UInt8]) {
        random = SplitMix64(hashing: withUnsafeBytes(of: seed, Array.init))
        self.maximum = maximum
        self.mutateBytes = mutateBytes
    }

    /// Another input like this one.
    mutating func mutate(_ input: [UInt8], _ form: Form) -> [UInt8] {
        let changed: [UInt8]
        switch form {
        case .bytes:
            changed = mutateBytes(input, maximum)
        case .item:
            changed = Bool.random(using: &random) ? mutateItem(input) : mutateBytes(input, maximum)
        case .frames:
            changed = Int.random(in: 0..<8, using: &random) == 0 ? mutateBytes(input, maximum) : mutateFrames(input)
        }
        return changed.count <= maximum ? changed : mutateBytes(input, maximum)
    }

    /// The first frames of one input and the last ones of another.
    mutating func cross(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        let (left, right) = (Self.frames(of: left), Self.frames(of: right))
        let kept = left.prefix(Int.random(in: 0...left.count, using: &random))
        let added = right.suffix(Int.random(in: 0...right.count, using: &random))
        return Array(Self.stream(of: Array(kept + added)).prefix(maximum))
    }

    // MARK: Frames

    private mutating func mutateFrames(_ input: [UInt8]) -> [UInt8] {
        var frames = Self.frames(of: input)
        guard let index = frames.indices.randomElement(using: &random) else { return mutateBytes(input, maximum) }
        let other = Int.random(in: frames.indices, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: frames.remove(at: index)
        case 1: frames.insert(frames[other], at: index)
        case 2: frames.swapAt(index, other)
        case 3: frames[index] = mutateBytes(frames[index], 1024)
        default: frames[index] = mutateItem(frames[index])
        }
        return Self.stream(of: frames)
    }

    /// The payloads of an input; the last one may be a part.
    private static func frames(of input: [UInt8]) -> [[UInt8]] {
        var frames: [[UInt8]] = []
        var rest = input[...]
        while rest.count > 4 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            frames.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return frames
    }

    private static func stream(of frames: [[UInt8]]) -> [UInt8] {
        frames.flatMap { frame in withUnsafeBytes(of: UInt32(frame.count).bigEndian, Array.init) + frame }
    }

    // MARK: Items

    private mutating func mutateItem(_ bytes: [UInt8]) -> [UInt8] {
        guard var value = try? CBORDecoder().decode(CBORValue.self, from: bytes) else {
            return mutateBytes(bytes, maximum)
        }
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            var place = Int.random(in: 0..<Self.size(of: value), using: &random)
            value = change(value, &place)
        }
        return (try? CBOREncoder(maximumDepth: 512).encode(value)) ?? bytes
    }

    /// How many items are in an item, with itself.
    private static func size(of value: CBORValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + size(of: $1) }
        case .map(let members): members.reduce(1) { $0 + size(of: $1.value) }
        case .tag(_, let content): 1 + size(of: content)
        default: 1
        }
    }

    /// The item with the one at a place, counted down to 0, replaced.
    private mutating func change(_ value: CBORValue, _ place: inout Int) -> CBORValue {
        place -= 1
        if place == -1 { return replacement(of: value) }
        guard place >= 0 else { return value }
        switch value {
        case .array(let elements):
            return .array(elements.map { change($0, &place) })
        case .map(let members):
            var changed: [CBORValue: CBORValue] = [:]
            // In an order of its own, which is another in every process; the seed alone need not repeat a change.
            for (key, value) in members { changed[key] = change(value, &place) }
            return .map(changed)
        case .tag(let number, let content):
            return .tag(number, change(content, &place))
        default:
            return value
        }
    }

    private mutating func replacement(of value: CBORValue) -> CBORValue {
        if Int.random(in: 0..<4, using: &random) > 0 {
            switch value {
            case .map(var members):
                if Bool.random(using: &random), let key = members.keys.randomElement(using: &random) {
                    members[key] = nil
                } else {
                    members[.text(word())] = leaf()
                }
                return .map(members)
            case .array(var elements):
                let place = Int.random(in: 0...elements.count, using: &random)
                elements.insert(elements.randomElement(using: &random) ?? leaf(), at: place)
                return .array(elements)
            case .unsigned(let number):
                return .unsigned(Bool.random(using: &random) ? number &+ 1 : number &- 1)
            case .text(let text) where Bool.random(using: &random):
                return .text(String(decoding: mutateBytes(Array(text.utf8), 500), as: UTF8.self))
            case .text:
                return .text(word())
            default:
                break
            }
        }
        return leaf()
    }

    private mutating func leaf() -> CBORValue {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2: .float([.nan, .infinity, -1, 0.5, 1e300, 4.6e15, 320].randomElement(using: &random) ?? 0)
        case 3: .array([.text(word())])
        case 4: .map([.text(word()): .unsigned(1)])
        case 5: .bytes([1, 2])
        case 6: .text(String(repeating: "长", count: [1, 42, 43, 134, 400].randomElement(using: &random) ?? 0))
        case 7: .negative([0, UInt64(Int64.max), .max].randomElement(using: &random) ?? 0)
        case 8: .text(word())
        default:
            .unsigned([0, 1, 2, 6, 1000, 1 << 31, 1 << 52, 1 << 63, .max].randomElement(using: &random) ?? 0)
        }
    }

    private mutating func word() -> String { Self.words.randomElement(using: &random) ?? "" }
}
