import CartJSON

/// A time as the demo tells it, in tenths of a millisecond.
struct Milliseconds: Hashable {
    private let tenths: Int64

    init(nanoseconds: Int64) {
        tenths = (nanoseconds + 50_000) / 100_000
    }

    var words: String { "\(tenths / 10).\(tenths % 10) ms" }
    var json: JSON { .number(Double(tenths) / 10) }
}
