import Glibc
import Testing
import TestSupport

@testable import Pictures

/// Sizes from the headers of pictures that other programs made.
@Suite struct PictureHeaderTests {
    private static let samples: [(bytes: [UInt8], format: PictureFormat, width: Double, height: Double)] = [
        (PictureSamples.png, .png, 3, 2),
        (PictureSamples.gif, .gif, 5, 7),
        (PictureSamples.jpeg, .jpeg, 17, 9),
        (PictureSamples.progressiveJPEG, .jpeg, 17, 9),
        (PictureSamples.lossyWebP, .webp, 13, 11),
        (PictureSamples.losslessWebP, .webp, 300, 200),
        (PictureSamples.extendedWebP, .webp, 6, 4),
        (PictureSamples.svg, .svg, 30, 20),
    ]

    @Test(arguments: samples.indices) func sizes(sample: Int) throws {
        let (bytes, format, width, height) = Self.samples[sample]
        let header = try PictureHeader.read(bytes: bytes)
        #expect(header.format == format && header.width == width && header.height == height)
        // The same from a file, whatever its offset.
        let folder = try TemporaryFolder()
        try folder.write(bytes, to: "picture")
        let descriptor = open(folder.path + "/picture", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        lseek(descriptor, 5, SEEK_SET)
        #expect(try PictureHeader.read(descriptor: descriptor) == header)
        #expect(lseek(descriptor, 0, SEEK_CUR) == 5)
    }

    /// Cut anywhere, a picture says its size or why not; never another size.
    @Test(arguments: samples.indices) func truncation(sample: Int) throws {
        let bytes = Self.samples[sample].bytes
        let whole = try PictureHeader.read(bytes: bytes)
        var refused = 0
        for count in bytes.indices {
            do {
                #expect(try PictureHeader.read(bytes: Array(bytes[..<count])) == whole)
            } catch {
                #expect([.truncated, .unknownFormat, .malformed].contains(error.code), "\(count): \(error)")
                #expect(!error.message.isEmpty)
                refused += 1
            }
        }
        #expect(refused >= 13)
    }

    @Test(arguments: samples.indices) func mutation(sample: Int) {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        let original = Self.samples[sample].bytes
        for _ in 0..<2_000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            guard let header = try? PictureHeader.read(bytes: bytes) else { continue }
            let sides = 0.0.nextUp...PictureHeader.largestSide
            #expect(sides.contains(header.width) && sides.contains(header.height), "seed \(seed)")
        }
    }

    @Test func randomBytes() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(throws: PictureError.self, "seed \(seed) \(bytes)") { try PictureHeader.read(bytes: bytes) }
        }
    }

    private func code(_ bytes: [UInt8]) -> PictureError.Code? {
        do {
            _ = try PictureHeader.read(bytes: bytes)
            return nil
        } catch { return error.code }
    }

    private func patched(_ bytes: [UInt8], at offset: Int, _ values: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.replaceSubrange(offset..<offset + values.count, with: values)
        return bytes
    }

    /// A side of 0 is no size; the largest that each format can say is one.
    @Test func extremeSides() throws {
        let zero: [UInt8] = [0, 0, 0, 0]
        #expect(code(patched(PictureSamples.png, at: 16, zero)) == .noSize)
        #expect(code(patched(PictureSamples.png, at: 20, zero)) == .noSize)
        #expect(code(patched(PictureSamples.gif, at: 6, [0, 0])) == .noSize)
        #expect(code(patched(PictureSamples.lossyWebP, at: 28, [0, 0])) == .noSize)
        let frame = try #require(
            PictureSamples.jpeg.indices.first { PictureSamples.jpeg[$0...].starts(with: [0xFF, 0xC0]) }
        )
        // T.81 lets a later segment say the height (DNL); nobody writes that, and it is not looked for.
        #expect(code(patched(PictureSamples.jpeg, at: frame + 5, [0, 0])) == .noSize)

        let large = try PictureHeader.read(bytes: patched(PictureSamples.png, at: 16, [0x7F, 0xFF, 0xFF, 0xFF]))
        #expect(large.width == 2_147_483_647)
        #expect(code(patched(PictureSamples.png, at: 16, [0x80, 0, 0, 0])) == .malformed)
        let gif = try PictureHeader.read(bytes: patched(PictureSamples.gif, at: 6, [0xFF, 0xFF, 0xFF, 0xFF]))
        #expect(gif.width == 65_535 && gif.height == 65_535)
        let jpeg = try PictureHeader.read(bytes: patched(PictureSamples.jpeg, at: frame + 5, [0xFF, 0xFF, 0xFF, 0xFE]))
        #expect(jpeg.height == 65_535 && jpeg.width == 65_534)
        // The two upper bits are a scale for display, no part of the size (RFC 6386, section 9.1).
        let lossy = try PictureHeader.read(bytes: patched(PictureSamples.lossyWebP, at: 26, [0xFF, 0xFF, 0xFF, 0xFF]))
        #expect(lossy.width == 16_383 && lossy.height == 16_383)
        let lossless = try PictureHeader.read(
            bytes: patched(PictureSamples.losslessWebP, at: 21, [0xFF, 0xFF, 0xFF, 0xFF])
        )
        #expect(lossless.width == 16_384 && lossless.height == 16_384)
        let canvas = patched(PictureSamples.extendedWebP, at: 24, Array(repeating: 0xFF, count: 6))
        #expect(try PictureHeader.read(bytes: canvas).width == 16_777_216)
    }

    /// Orientation 6 as `convert -auto-orient` sees it: RightTop, 17 x 9 becomes 9 x 17.
    @Test(
        arguments: [
            ("457869660000 49492a00080000000100 120103000100000006000000 00000000", true),
            ("457869660000 4d4d002a000000080001 011200030000000100060000 00000000", true),
            ("457869660000 4d4d002a000000080001 011200030000000100010000 00000000", false),
            ("457869660000 4d4d002affffffff0001 011200030000000100060000 00000000", false),
            ("457869660000 4d4d002a00000008ffff 0111", false),
            ("457869660000", false),
        ]
    )
    func orientation(exif: String, isTurned: Bool) throws {
        let header = try PictureHeader.read(
            bytes: PictureSamples.jpeg(withSegment: 0xE1, PictureSamples.bytes(exif.filter { $0 != " " }))
        )
        #expect(header.width == (isTurned ? 9 : 17) && header.height == (isTurned ? 17 : 9))
    }

    /// Segments are stepped over, however large; a file of nothing else comes to an end.
    @Test func segmentsOfJPEG() throws {
        let large = PictureSamples.jpeg(withSegment: 0xE2, Array(repeating: 0xFF, count: 65_533))
        #expect(try PictureHeader.read(bytes: large).width == 17)
        let start = Array(PictureSamples.jpeg[..<2])
        let rest = Array(PictureSamples.jpeg[2...])
        #expect(try PictureHeader.read(bytes: start + Array(repeating: 0xFF, count: 500) + rest).width == 17)
        #expect(code(start + Array(repeating: 0xFF, count: 100_000) + rest) == .malformed)
        #expect(code(start + [0xFF, 0xDA, 0, 2] + rest) == .malformed)
        #expect(code(start + [0xFF, 0xE0, 0, 1] + rest) == .malformed)
        #expect(code(start + [0xFF, 0xD9]) == .malformed)
    }

    @Test func otherFiles() {
        #expect(code([]) == .unknownFormat)
        #expect(code(Array("RIFF\0\0\0\0WAVEfmt ".utf8)) == .unknownFormat)
        #expect(code(Array("GIF88a0000000000".utf8)) == .malformed)
        #expect(code([0x1F, 0x8B, 8, 0]) == .unknownFormat)
        #expect(code(Array("just text".utf8)) == .unknownFormat)
        #expect(code(Array("<html><svg width='1' height='1'/></html>".utf8)) == .unknownFormat)
        #expect(code([0xFF, 0xFE] + Array("<".utf8)) == .unknownFormat)
    }

    @Test func notARegularFile() throws {
        var pair: [Int32] = [0, 0]
        try #require(pipe(&pair) == 0)
        defer { pair.forEach { close($0) } }
        #expect(
            try #require(throws: PictureError.self) { try PictureHeader.read(descriptor: pair[0]) }.code == .notAFile
        )
        #expect(try #require(throws: PictureError.self) { try PictureHeader.read(descriptor: -1) }.code == .unreadable)
    }
}
