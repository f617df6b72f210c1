import Testing

/// Pictures made by ImageMagick 6.9.11 and libwebp 1.2.4, with the sizes that `identify` prints.
enum PictureSamples {
    /// `convert -size 3x2 xc:red -strip PNG8:-`.
    static let png = bytes(
        """
        89504e470d0a1a0a0000000d4948445200000003000000020803000000aaaa962800000003504c5445ff000019e209370000000b4944415408d763
        60800000000800012f20dd310000000049454e44ae426082
        """
    )
    /// `convert -size 5x7 xc:red -strip gif:-`.
    static let gif = bytes(
        "47494638396105000700f00000ff000000000021f90400000000002c0000000005000700000205848fa9bb05003b"
    )
    /// `convert -size 17x9 xc:blue -strip jpg:-`.
    static let jpeg = bytes(
        """
        ffd8ffe000104a46494600010100000100010000ffdb004300030202020202030202020303030304060404040404080606050609080a0a09080909
        0a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffdb00430103030304030408040408100b090b10101010101010101010
        10101010101010101010101010101010101010101010101010101010101010101010101010101010ffc00011080009001103011100021101031101
        ffc4001500010100000000000000000000000000000009ffc40014100100000000000000000000000000000000ffc4001601010101000000000000
        00000000000000000609ffc40014110100000000000000000000000000000000ffda000c03010002110311003f009eed534380000000ffd9
        """
    )
    /// The beginning of `convert -size 17x9 xc:blue -strip -interlace JPEG jpg:-`: the frame is progressive.
    static let progressiveJPEG = bytes(
        """
        ffd8ffe000104a46494600010100000100010000ffdb004300030202020202030202020303030304060404040404080606050609080a0a09080909
        0a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f101010ffdb00430103030304030408040408100b090b10101010101010101010
        10101010101010101010101010101010101010101010101010101010101010101010101010101010ffc20011080009001103011100021101031101
        ffc4001500010100000000000000000000000000000008ff
        """
    )
    /// `cwebp -q 50 -resize 13 11`.
    static let lossyWebP = bytes(
        """
        524946463800000057454250565038202c0000009001009d012a0d000b0002c04c25a00274ba00039800feee431fee6c738b7057ff6d0fff5a1f
        feb43fe94000
        """
    )
    /// `cwebp -lossless` of 300 x 200.
    static let losslessWebP = bytes(
        "5249464624000000574542505650384c170000002f2bc131000710fd8ffe070014e9ff7f8ae87feaffd70000"
    )
    /// `cwebp -q 50` of 6 x 4, half transparent.
    static let extendedWebP = bytes(
        """
        524946465c00000057454250565038580a00000010000000050000030000414c50480a000000010750c088084444ff03565038202c000000900100
        9d012a0600040002c04c25a00274ba00039800feee431fee6c738b7057ff6d0fff5a1ffeb43fe94000
        """
    )
    static let svg = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- <svg width="1" height="1"> -->
        <!DOCTYPE svg [<!ENTITY a '<svg width="7">'><!-- ]> -->]>
        <svg:svg xmlns:svg="http://www.w3.org/2000/svg" width='30' height="20px"
            viewBox="0 0 1 1"/>
        """.utf8
    )

    /// The bytes that hexadecimal digits spell; line breaks do not count.
    static func bytes(_ digits: String) -> [UInt8] {
        let values = digits.compactMap(\.hexDigitValue)
        return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }

    /// The JPEG with a segment after its first two bytes.
    static func jpeg(withSegment marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        let head = [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
        return Array(jpeg[..<2]) + head + content + Array(jpeg[2...])
    }
}
