public import CartModel

/// What is at a point of a screen; nothing is an answer too.
public struct HitAnswer: Codable, Hashable, Sendable {
    /// What was hit, or nil, which travels as null.
    public var hit: Hit?

    /// Creates an answer.
    public init(hit: Hit?) {
        self.hit = hit
    }

    private enum CodingKeys: String, CodingKey {
        case hit
    }

    /// Encodes the answer; nothing hit is written as null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(hit, forKey: .hit)
    }

    /// What was hit.
    public struct Hit: Codable, Hashable, Sendable {
        /// Which kind of thing.
        public var kind: Kind
        /// The index of a tile in its cart, catalog or group, of a row in its section, or of an entry in the section index.
        public var index: Int?
        /// The index of the section that a row or a header is in, or that an entry of the section index selects.
        public var section: Int?
        /// What a tile or a row shows.
        public var product: Product?
        /// Which part of a tile or of a row: `icon`, `title`, or `background`.
        public var part: String?

        /// Creates a hit.
        public init(
            kind: Kind,
            index: Int? = nil,
            section: Int? = nil,
            product: Product? = nil,
            part: String? = nil
        ) {
            self.kind = kind
            self.index = index
            self.section = section
            self.product = product
            self.part = part
        }
    }

    /// The name of a kind of thing that can be hit: an open set, because a newer daemon may know more of them.
    public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
        /// The name as it travels.
        public let rawValue: String

        /// Takes any name, known here or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A tile of a grid.
        public static let tile = Kind(rawValue: "tile")
        /// A row of a list.
        public static let row = Kind(rawValue: "row")
        /// A header of a list, in its place or at the top of the screen.
        public static let header = Kind(rawValue: "header")
        /// An entry of a list's section index.
        public static let indexEntry = Kind(rawValue: "indexEntry")
        /// A control's image.
        public static let image = Kind(rawValue: "image")
        /// A control's title.
        public static let title = Kind(rawValue: "title")
        /// The box around a control's image and title, between or beside them.
        public static let content = Kind(rawValue: "content")
        /// A control outside of its content.
        public static let background = Kind(rawValue: "background")
    }
}
