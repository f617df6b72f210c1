import Glibc
import Testing

@testable import TextMeasurement

/// The order of mixed directions, against FriBidi and the Unicode Consortium's own test data.
@Suite struct BidiTests {
    /// Printed by `fribidi --levels --nopad --novisual` 1.0.8, with `--ltr`, `--rtl` or neither.
    private static let printed: [(text: String, leftToRight: String, rightToLeft: String, own: String)] = [
        ("Bag 12 حقيبة 34.5 kg", "00000001111112222000", "22222211111112222122", "00000001111112222000"),
        ("حقيبة Bag (2)!", "11111000000000", "11111122222221", "11111122222221"),
        ("אב 12% ג", "11122211", "11122211", "11122211"),
        ("abc אב, דה def", "00001111110000", "22211111111222", "00001111110000"),
        ("12 אב", "00011", "22111", "22111"),
        ("حقيبة 12:30 +5", "11111122222112", "11111122222112", "11111122222112"),
        ("$5 אב", "00011", "22111", "22111"),
        ("אב $5-7", "1112222", "1112222", "1112222"),
    ]

    @Test(arguments: printed.indices)
    func levelsAsFriBidiPrintsThem(row: Int) throws {
        let sample = Self.printed[row]
        let scalars = sample.text.unicodeScalars.map(\.value)
        let library = try HarfBuzz.loaded()
        func levels(_ isLeftToRight: Bool?) -> String {
            BidiLevels(scalars, isLeftToRight: isLeftToRight, by: library).levels.map(String.init).joined()
        }
        #expect(levels(true) == sample.leftToRight)
        #expect(levels(false) == sample.rightToLeft)
        #expect(levels(nil) == sample.own)
    }

    private static let data = "/usr/share/unicode/BidiCharacterTest.txt"

    /// Every case of BidiCharacterTest.txt without explicit embeddings, overrides, isolates, paragraph separators and
    /// tabs (a title has none: it is one line).
    @Test(
        .enabled(
            if: access(data, R_OK) == 0,
            "needs \(data), from the Debian package unicode-data"
        )
    )
    func levelsAndOrderAsUnicodeSays() throws {
        // A fifth of them at a time, another one each time; a failure prints its line.
        let part = Int.random(in: 0..<5)
        var checked = 0
        let library = try HarfBuzz.loaded()
        let lines = try bytes(of: Self.data).split(separator: UInt8(ascii: "\n"))
        for line in stride(from: part, to: lines.count, by: 5).lazy.map({ lines[$0] })
        where line.first != UInt8(ascii: "#") {
            var rest = line
            let scalars = Self.numbers(in: &rest, radix: 16).compactMap { $0 }
            if scalars.contains(where: Self.isLeftOut) { continue }
            let direction = Self.numbers(in: &rest, radix: 10).first
            _ = Self.numbers(in: &rest, radix: 10)
            let expected = Self.numbers(in: &rest, radix: 10)
            let order = Self.numbers(in: &rest, radix: 10)
            let isLeftToRight = direction == 0 ? true : direction == 1 ? false : nil
            let levels = BidiLevels(scalars, isLeftToRight: isLeftToRight, by: library).levels
            let agree = zip(levels, expected).allSatisfy { $1 == nil || UInt32($0) == $1 }
            // A character of rules X that is left out of the line is also left out of its order.
            let agreeInOrder =
                expected.contains(nil) || BidiLevels.visualOrder(of: levels).map { UInt32($0) } == order
            if !agree || levels.count != expected.count || !agreeInOrder {
                Issue.record("\(String(decoding: line, as: UTF8.self)): levels \(levels)")
            }
            checked += 1
        }
        #expect(checked > 2_000)
    }

    private static let characters = "/usr/share/unicode/UnicodeData.txt"

    /// Every character of UnicodeData.txt that is R, AL or AN; and every other that is taken for one of them here.
    @Test(
        .enabled(
            if: access(characters, R_OK) == 0,
            "needs \(characters), from the Debian package unicode-data"
        )
    )
    func whatReadsFromRightToLeftIsInAFewBlocks() throws {
        var checked = 0
        for line in try bytes(of: Self.characters).split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            guard ["R", "AL", "AN"].contains(String(decoding: fields[4], as: UTF8.self)) else { continue }
            let scalar = try #require(UInt32(String(decoding: fields[0], as: UTF8.self), radix: 16))
            #expect(BidiClass.mayBeRightToLeft(scalar), "\(String(scalar, radix: 16))")
            checked += 1
        }
        #expect(checked > 2_000)
    }

    @Test func nothingElseIsTakenForRightToLeft() throws {
        let library = try HarfBuzz.loaded()
        for scalar in 0...UInt32(0x10FFFF)
        where [.right, .arabic, .arabicNumber].contains(BidiClass(scalar, by: library)) {
            #expect(BidiClass.mayBeRightToLeft(scalar), "\(String(scalar, radix: 16))")
        }
    }

    private static func isLeftOut(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09, 0x0A, 0x0D, 0x1C...0x1E, 0x85, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The numbers of a field, up to a semicolon or the end; nil for what is none (`x`).
    private static func numbers(in line: inout ArraySlice<UInt8>, radix: UInt32) -> [UInt32?] {
        var numbers: [UInt32?] = []
        var isInside = false
        while let byte = line.popFirst(), byte != UInt8(ascii: ";") {
            guard byte != UInt8(ascii: " ") else {
                isInside = false
                continue
            }
            let digit = Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt32($0) }
            if isInside, let last = numbers.last {
                numbers[numbers.count - 1] = last.flatMap { last in digit.map { last * radix + $0 } }
            } else {
                numbers.append(digit)
                isInside = true
            }
        }
        return numbers
    }

    private func bytes(of path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "re"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }
}
