/// What is wrong with an input, and where; becomes a `DecodingError` at the public door.
struct CBORFault: Error {
    enum Problem {
        case truncated
        case reservedAdditionalInformation(UInt8)
        case indefiniteNotAllowed(CBORMajorType)
        case unexpectedBreak
        case reservedSimpleValue(UInt8)
        case wrongChunk
        case lengthBeyondInput(UInt64, available: Int)
        case invalidUTF8
        case tooDeep(Int)
        case duplicateKey
        case keysTooCostly
        case trailingBytes(Int)
        case inputTooLong(Int)
    }

    let problem: Problem
    /// Bytes from the start of the input.
    let offset: Int

    init(_ problem: Problem, at offset: Int) {
        self.problem = problem
        self.offset = offset
    }

    /// A sentence for a person, with the offset.
    var message: String {
        "\(explanation) (byte \(offset))"
    }

    private var explanation: String {
        switch problem {
        case .truncated:
            "The input ends in the middle of an item"
        case .reservedAdditionalInformation(let value):
            "Additional information \(value) is reserved"
        case .indefiniteNotAllowed(let majorType):
            "Major type \(majorType.rawValue) has no indefinite length"
        case .unexpectedBreak:
            "A break where no indefinite-length item can end"
        case .reservedSimpleValue(let value):
            "Simple value \(value) must not be spelled in two bytes"
        case .wrongChunk:
            "An indefinite-length string holds something other than definite strings of its own type"
        case .lengthBeyondInput(let length, let available):
            "A length of \(length) cannot fit in the \(available) bytes that are left"
        case .invalidUTF8:
            "A text string is not valid UTF-8"
        case .tooDeep(let limit):
            "Items are nested deeper than \(limit) levels"
        case .duplicateKey:
            "A map has the same key twice"
        case .keysTooCostly:
            "Map keys hold maps as keys too deeply to compare them"
        case .trailingBytes(let count):
            "\(count) bytes follow the item"
        case .inputTooLong(let count):
            "An input of \(count) bytes is longer than the \(CBORTape.maximumInput) that can be read"
        }
    }
}
