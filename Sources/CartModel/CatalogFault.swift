/// One reason to refuse a catalog: where, and what is wrong there.
package struct CatalogFault: Hashable, Sendable {
    /// The index of the group from 0, or nil where the file as a whole is meant.
    package var group: Int?
    /// The index of the row in its group from 0, or nil where the group itself is meant.
    package var row: Int?
    /// The key in the file: `name`, `icon`, `id`, `title`, ...
    package var key: String?
    /// What is wrong, in words.
    package var reason: String

    /// Creates a fault.
    package init(group: Int?, row: Int?, key: String?, reason: String) {
        self.group = group
        self.row = row
        self.key = key
        self.reason = reason
    }

    /// At most so many faults are listed in one refusal; the rest are counted.
    package static let listed = 100

    /// The refusal that lists the faults, each with group and row counted from 1 as a person counts.
    ///
    /// - Parameters:
    ///   - source: What is refused, for the message.
    ///   - faults: The first of the faults at least, ``listed`` of them if there are so many.
    ///   - count: The number of all faults; nil for those given.
    ///   - grouped: Whether the group is told.
    package static func refusal(
        of source: String,
        faults: [CatalogFault],
        count: Int? = nil,
        grouped: Bool
    ) -> CartError {
        let count = count ?? faults.count
        let rows = faults.prefix(listed).map { fault -> CartError.Detail in
            var row: [String: CartError.Detail] = ["reason": .string(fault.reason)]
            if let index = fault.row { row["row"] = .integer(Int64(index) + 1) }
            if let index = fault.group, grouped { row["group"] = .integer(Int64(index) + 1) }
            if let key = fault.key { row["key"] = .string(key) }
            return .object(row)
        }
        var message = "\(source) is refused"
        if let first = faults.first {
            let place = place(group: grouped ? first.group : nil, row: first.row)
            message += place.isEmpty ? ": \(first.reason)" : ": \(place): \(first.reason)"
        }
        if count > 1 {
            message += " (and \(count - 1) more faults)"
        }
        return CartError(
            .invalidCatalog,
            message,
            details: [
                "file": .string(source), "rows": .list(rows), "faults": .integer(Int64(count)),
            ]
        )
    }

    /// Group and row as a person counts them; empty where neither is known.
    static func place(group: Int?, row: Int?) -> String {
        [group.map { "group \($0 + 1)" }, row.map { "row \($0 + 1)" }].compactMap { $0 }.joined(separator: ", ")
    }
}
