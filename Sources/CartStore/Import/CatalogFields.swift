/// A dictionary of a catalog file, as far as it means something.
struct CatalogFields {
    /// The value under a key that a group's list may have.
    enum List {
        /// An array; too long where the rest was not read.
        case rows(CatalogRows, isTooLong: Bool)
        case other(CatalogField)
    }

    private var name: CatalogField?
    private var icon: CatalogField?
    private var sku: CatalogField?
    private var id: CatalogField?
    private var title: CatalogField?
    /// In the order of the file.
    var lists: [(key: CatalogKey, value: List)] = []

    /// The value under a key; nil where the key is not there.
    subscript(key: CatalogKey) -> CatalogField? {
        get {
            switch key {
            case .name: name
            case .icon: icon
            case .sku: sku
            case .id: id
            case .title: title
            case .cars, .products, .items: nil
            }
        }
        set {
            switch key {
            case .name: name = newValue
            case .icon: icon = newValue
            case .sku: sku = newValue
            case .id: id = newValue
            case .title: title = newValue
            case .cars, .products, .items: break
            }
        }
    }

    /// Whether there is a value under a key.
    func has(_ key: CatalogKey) -> Bool {
        self[key] != nil || lists.contains { $0.key == key }
    }

    /// Whether they are those of a group and not of a product.
    var areGroup: Bool { !lists.isEmpty || (title != nil && name == nil) }
}

/// The value under a key, as far as a catalog can use it.
enum CatalogField {
    /// JSON's null.
    case null
    case text(String)
    /// A text of more than ``textLimit`` bytes that was not decoded.
    case longText
    /// A whole number of at most 64 bits in decimal digits.
    case integer(String)
    /// Anything else, in words that follow "is".
    case other(StaticString)

    /// Bytes of a text that a file may refer to any number of times: several times what a catalog's longest has.
    static let textLimit = 4096

    static let array = CatalogField.other("an array")
    static let dictionary = CatalogField.other("a dictionary")
    static let boolean = CatalogField.other("a boolean")
    static let real = CatalogField.other("a real number")
    static let date = CatalogField.other("a date")
    static let data = CatalogField.other("data")
    static let tooLarge = CatalogField.other("a number that is too large")
    static let notWhole = CatalogField.other("a number that is not whole, or too large")
    static let notUnicode = CatalogField.other("text that is not valid Unicode, such as a lone surrogate")

    /// What it is, in words.
    var kind: String {
        switch self {
        case .null: "null"
        case .text, .longText: "text"
        case .integer: "a whole number"
        case .other(let kind): "\(kind)"
        }
    }
}

/// The keys of a row or a group that mean something.
enum CatalogKey: String, CaseIterable {
    case name, icon, sku, id
    case title, cars, products, items

    /// The keys that a group's list may have.
    static let lists: [CatalogKey] = [.cars, .products, .items]

    /// Bytes of the longest: a word of eight.
    static let longest = 8

    /// The key of that spelling, or nil.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        // No key is longer than a word, nor begins with NUL, which a word does not show: one comparison tells.
        guard (2...Self.longest).contains(bytes.count), bytes.first != 0 else {
            return nil
        }
        switch bytes.reduce(UInt64(0), { $0 << 8 | UInt64($1) }) {
        case Self.word("name"): self = .name
        case Self.word("icon"): self = .icon
        case Self.word("sku"): self = .sku
        case Self.word("id"): self = .id
        case Self.word("title"): self = .title
        case Self.word("cars"): self = .cars
        case Self.word("products"): self = .products
        case Self.word("items"): self = .items
        default: return nil
        }
    }

    @inline(__always)
    private static func word(_ text: StaticString) -> UInt64 {
        text.withUTF8Buffer { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    }
}
