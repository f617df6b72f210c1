import FoundationEssentials

/// A type with a member of every kind that the decoder has a way of its own for.
struct Everything: Codable, Equatable {
    enum Event: Codable, Equatable {
        case added(String, quantity: Int)
        case cleared
    }

    /// A member by text or by number.
    enum CodingKeys: Int, CodingKey {
        case text = 1
        case flag, small, wide, single, double, bytes, data, date, unique, place, numbers, table, event, nested
    }

    var text: String?
    var flag: Bool?
    var small: Int8?
    var wide: Int128?
    var single: Float?
    var double: Double?
    var bytes: [UInt8]?
    var data: Data?
    var date: Date?
    var unique: UUID?
    var place: URL?
    var numbers: [UInt16?]?
    var table: [Int: Float16]?
    var event: Event?
    var nested: [Everything]?
}
