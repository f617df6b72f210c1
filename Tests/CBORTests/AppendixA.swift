import Testing

/// Every row of RFC 8949 Appendix A: the diagnostic notation as the RFC prints it, the encoding, and whether that is
/// the deterministic one of section 4.2.1.
///
/// Where the RFC escapes a character to stay in ASCII, the character itself is here.
enum AppendixA {
    struct Row: Sendable, CustomTestStringConvertible {
        let diagnostic: String
        let hex: String
        let isDeterministic: Bool
        var testDescription: String { hex }
    }

    static let rows: [Row] = [
        Row(diagnostic: #"0"#, hex: "00", isDeterministic: true),
        Row(diagnostic: #"1"#, hex: "01", isDeterministic: true),
        Row(diagnostic: #"10"#, hex: "0a", isDeterministic: true),
        Row(diagnostic: #"23"#, hex: "17", isDeterministic: true),
        Row(diagnostic: #"24"#, hex: "1818", isDeterministic: true),
        Row(diagnostic: #"25"#, hex: "1819", isDeterministic: true),
        Row(diagnostic: #"100"#, hex: "1864", isDeterministic: true),
        Row(diagnostic: #"1000"#, hex: "1903e8", isDeterministic: true),
        Row(diagnostic: #"1000000"#, hex: "1a000f4240", isDeterministic: true),
        Row(diagnostic: #"1000000000000"#, hex: "1b000000e8d4a51000", isDeterministic: true),
        Row(diagnostic: #"18446744073709551615"#, hex: "1bffffffffffffffff", isDeterministic: true),
        Row(diagnostic: #"18446744073709551616"#, hex: "c249010000000000000000", isDeterministic: true),
        Row(diagnostic: #"-18446744073709551616"#, hex: "3bffffffffffffffff", isDeterministic: true),
        Row(diagnostic: #"-18446744073709551617"#, hex: "c349010000000000000000", isDeterministic: true),
        Row(diagnostic: #"-1"#, hex: "20", isDeterministic: true),
        Row(diagnostic: #"-10"#, hex: "29", isDeterministic: true),
        Row(diagnostic: #"-100"#, hex: "3863", isDeterministic: true),
        Row(diagnostic: #"-1000"#, hex: "3903e7", isDeterministic: true),
        Row(diagnostic: #"0.0"#, hex: "f90000", isDeterministic: true),
        Row(diagnostic: #"-0.0"#, hex: "f98000", isDeterministic: true),
        Row(diagnostic: #"1.0"#, hex: "f93c00", isDeterministic: true),
        Row(diagnostic: #"1.1"#, hex: "fb3ff199999999999a", isDeterministic: true),
        Row(diagnostic: #"1.5"#, hex: "f93e00", isDeterministic: true),
        Row(diagnostic: #"65504.0"#, hex: "f97bff", isDeterministic: true),
        Row(diagnostic: #"100000.0"#, hex: "fa47c35000", isDeterministic: true),
        Row(diagnostic: #"3.4028234663852886e+38"#, hex: "fa7f7fffff", isDeterministic: true),
        Row(diagnostic: #"1.0e+300"#, hex: "fb7e37e43c8800759c", isDeterministic: true),
        Row(diagnostic: #"5.960464477539063e-8"#, hex: "f90001", isDeterministic: true),
        Row(diagnostic: #"0.00006103515625"#, hex: "f90400", isDeterministic: true),
        Row(diagnostic: #"-4.0"#, hex: "f9c400", isDeterministic: true),
        Row(diagnostic: #"-4.1"#, hex: "fbc010666666666666", isDeterministic: true),
        Row(diagnostic: #"Infinity"#, hex: "f97c00", isDeterministic: true),
        Row(diagnostic: #"NaN"#, hex: "f97e00", isDeterministic: true),
        Row(diagnostic: #"-Infinity"#, hex: "f9fc00", isDeterministic: true),
        Row(diagnostic: #"Infinity"#, hex: "fa7f800000", isDeterministic: false),
        Row(diagnostic: #"NaN"#, hex: "fa7fc00000", isDeterministic: false),
        Row(diagnostic: #"-Infinity"#, hex: "faff800000", isDeterministic: false),
        Row(diagnostic: #"Infinity"#, hex: "fb7ff0000000000000", isDeterministic: false),
        Row(diagnostic: #"NaN"#, hex: "fb7ff8000000000000", isDeterministic: false),
        Row(diagnostic: #"-Infinity"#, hex: "fbfff0000000000000", isDeterministic: false),
        Row(diagnostic: #"false"#, hex: "f4", isDeterministic: true),
        Row(diagnostic: #"true"#, hex: "f5", isDeterministic: true),
        Row(diagnostic: #"null"#, hex: "f6", isDeterministic: true),
        Row(diagnostic: #"undefined"#, hex: "f7", isDeterministic: true),
        Row(diagnostic: #"simple(16)"#, hex: "f0", isDeterministic: true),
        Row(diagnostic: #"simple(255)"#, hex: "f8ff", isDeterministic: true),
        Row(
            diagnostic: #"0("2013-03-21T20:04:00Z")"#,
            hex: "c074323031332d30332d32315432303a30343a30305a",
            isDeterministic: true
        ),
        Row(diagnostic: #"1(1363896240)"#, hex: "c11a514b67b0", isDeterministic: true),
        Row(diagnostic: #"1(1363896240.5)"#, hex: "c1fb41d452d9ec200000", isDeterministic: true),
        Row(diagnostic: #"23(h'01020304')"#, hex: "d74401020304", isDeterministic: true),
        Row(diagnostic: #"24(h'6449455446')"#, hex: "d818456449455446", isDeterministic: true),
        Row(
            diagnostic: #"32("http://www.example.com")"#,
            hex: "d82076687474703a2f2f7777772e6578616d706c652e636f6d",
            isDeterministic: true
        ),
        Row(diagnostic: #"h''"#, hex: "40", isDeterministic: true),
        Row(diagnostic: #"h'01020304'"#, hex: "4401020304", isDeterministic: true),
        Row(diagnostic: #""""#, hex: "60", isDeterministic: true),
        Row(diagnostic: #""a""#, hex: "6161", isDeterministic: true),
        Row(diagnostic: #""IETF""#, hex: "6449455446", isDeterministic: true),
        Row(diagnostic: #""\"\\""#, hex: "62225c", isDeterministic: true),
        Row(diagnostic: #""ü""#, hex: "62c3bc", isDeterministic: true),
        Row(diagnostic: #""水""#, hex: "63e6b0b4", isDeterministic: true),
        Row(diagnostic: #""𐅑""#, hex: "64f0908591", isDeterministic: true),
        Row(diagnostic: #"[]"#, hex: "80", isDeterministic: true),
        Row(diagnostic: #"[1, 2, 3]"#, hex: "83010203", isDeterministic: true),
        Row(diagnostic: #"[1, [2, 3], [4, 5]]"#, hex: "8301820203820405", isDeterministic: true),
        Row(
            diagnostic: #"[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]"#,
            hex: "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
            isDeterministic: true
        ),
        Row(diagnostic: #"{}"#, hex: "a0", isDeterministic: true),
        Row(diagnostic: #"{1: 2, 3: 4}"#, hex: "a201020304", isDeterministic: true),
        Row(diagnostic: #"{"a": 1, "b": [2, 3]}"#, hex: "a26161016162820203", isDeterministic: true),
        Row(diagnostic: #"["a", {"b": "c"}]"#, hex: "826161a161626163", isDeterministic: true),
        Row(
            diagnostic: #"{"a": "A", "b": "B", "c": "C", "d": "D", "e": "E"}"#,
            hex: "a56161614161626142616361436164614461656145",
            isDeterministic: true
        ),
        Row(diagnostic: #"(_ h'0102', h'030405')"#, hex: "5f42010243030405ff", isDeterministic: false),
        Row(diagnostic: #"(_ "strea", "ming")"#, hex: "7f657374726561646d696e67ff", isDeterministic: false),
        Row(diagnostic: #"[_ ]"#, hex: "9fff", isDeterministic: false),
        Row(diagnostic: #"[_ 1, [2, 3], [_ 4, 5]]"#, hex: "9f018202039f0405ffff", isDeterministic: false),
        Row(diagnostic: #"[_ 1, [2, 3], [4, 5]]"#, hex: "9f01820203820405ff", isDeterministic: false),
        Row(diagnostic: #"[1, [2, 3], [_ 4, 5]]"#, hex: "83018202039f0405ff", isDeterministic: false),
        Row(diagnostic: #"[1, [_ 2, 3], [4, 5]]"#, hex: "83019f0203ff820405", isDeterministic: false),
        Row(
            diagnostic:
                #"[_ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]"#,
            hex: "9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff",
            isDeterministic: false
        ),
        Row(diagnostic: #"{_ "a": 1, "b": [_ 2, 3]}"#, hex: "bf61610161629f0203ffff", isDeterministic: false),
        Row(diagnostic: #"["a", {_ "b": "c"}]"#, hex: "826161bf61626163ff", isDeterministic: false),
        Row(diagnostic: #"{_ "Fun": true, "Amt": -2}"#, hex: "bf6346756ef563416d7421ff", isDeterministic: false),
    ]
}
