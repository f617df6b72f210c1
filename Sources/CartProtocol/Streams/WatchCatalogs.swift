/// Watches one catalog or all of them, without their products: the list, then every import and removal.
public struct WatchCatalogs: StreamMethod {
    /// Only the end of the stream is an answer.
    public typealias Answer = StreamEnd
    /// `catalog.watch`.
    public static let name = "catalog.watch"

    /// Only this one, which may come and go meanwhile; nil is all.
    public var catalog: String?
    /// The last event that the caller has seen.
    public var from: Int64?

    /// Creates the call.
    public init(catalog: String? = nil, from: Int64? = nil) {
        self.catalog = catalog
        self.from = from
    }

    /// Some entries of the list.
    public struct Event: StreamEvent {
        /// The number of the change.
        public var sequence: Int64
        /// `snapshot`, `resumed`, `resync`, `changed` or `removed`.
        public var kind: StreamEventKind
        /// With `snapshot` a page of the list by name, with `changed` the one catalog.
        public var catalogs: [CatalogSummaryView]?
        /// The catalog that is gone; with `removed`.
        public var name: String?
        /// True where the next page of the snapshot follows; absent otherwise.
        ///
        /// See ``WatchCarts/Event/more``.
        public var more: Bool?

        /// Creates an event that tells of no change.
        public init(sequence: Int64, kind: StreamEventKind) {
            self.init(sequence: sequence, kind: kind, catalogs: nil)
        }

        /// Creates an event.
        public init(
            sequence: Int64,
            kind: StreamEventKind,
            catalogs: [CatalogSummaryView]? = nil,
            name: String? = nil,
            more: Bool? = nil
        ) {
            self.sequence = sequence
            self.kind = kind
            self.catalogs = catalogs
            self.name = name
            self.more = more
        }
    }
}
