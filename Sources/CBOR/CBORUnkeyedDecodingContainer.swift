/// An array of a document, and how far it has been read.
struct CBORUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    // Three words, so that the existential around it needs no memory of its own.
    private let document: CBORDocument
    private let array: UInt32
    private var index: UInt32
    private(set) var currentIndex = 0

    init(document: CBORDocument, array: Int) {
        self.document = document
        self.array = UInt32(truncatingIfNeeded: array)
        self.index = UInt32(truncatingIfNeeded: array + 2)
    }

    var codingPath: [any CodingKey] { document.codingPath(Int(array)) }
    var count: Int? { Int(document.tape[Int(array) + 1].next) }
    var isAtEnd: Bool { Int(index) >= document.tape.next(Int(array)) }

    /// The next element's index.
    @inline(__always)
    private func element(_ type: any Any.Type) throws -> Int {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                DecodingError.Context(
                    codingPath: codingPath + [CBORKey(index: currentIndex)],
                    debugDescription: "The array has only \(currentIndex) elements \(document.offsetNote(Int(array)))"
                )
            )
        }
        return Int(index)
    }

    @inline(__always)
    private mutating func advance() {
        index = UInt32(truncatingIfNeeded: document.tape.next(Int(index)))
        currentIndex += 1
    }

    /// Reads the next element and steps over it; an element that cannot be read stays the next.
    @inline(__always)
    private mutating func take<T>(_ type: T.Type, _ body: (CBORDocument, Int) throws -> T) throws -> T {
        let value = try body(document, try element(type))
        advance()
        return value
    }

    @inline(__always)
    private mutating func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        let value = try document.integer(type, at: try element(type))
        advance()
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard try document.isNil(try element(Any?.self)) else { return false }
        advance()
        return true
    }
    mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type) { try $0.bool(at: $1) } }
    mutating func decode(_ type: String.Type) throws -> String { try take(type) { try $0.string(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double {
        try take(type) { try $0.floatingPoint(type, at: $1) }
    }
    mutating func decode(_ type: Float.Type) throws -> Float {
        try take(type) { try $0.floatingPoint(type, at: $1) }
    }
    mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try take(type) { try $0.decode(type, at: $1) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try take(KeyedDecodingContainer<NestedKey>.self) {
            try CBORItemDecoder(document: $0, index: $1).container(keyedBy: type)
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take((any UnkeyedDecodingContainer).self) {
            try CBORItemDecoder(document: $0, index: $1).unkeyedContainer()
        }
    }

    mutating func superDecoder() throws -> any Decoder {
        try take((any Decoder).self) { CBORItemDecoder(document: $0, index: $1) }
    }
}
