import CartModel

/// A file as a sequence of values, each of which is begun and then gone through; nothing of it is kept.
protocol CatalogSource {
    /// Begins the next value; a scalar is read whole.
    ///
    /// - Parameter wanted: Whether a scalar's content matters.
    mutating func begin(wanted: Bool) throws(FileRefusal) -> CatalogValue
    /// Goes to the next element of the innermost array, or ends it.
    ///
    /// - Returns: Whether there is one, which has to be begun then.
    mutating func nextElement() throws(FileRefusal) -> Bool
    /// Goes to the next key of the innermost dictionary, or ends it.
    ///
    /// - Returns: Nil at the end; else the key, whose value has to be begun then.
    mutating func nextKey() throws(FileRefusal) -> CatalogKey??
    /// Ends the file behind its only value.
    mutating func end() throws(FileRefusal)
}

/// What a value is.
enum CatalogValue {
    case array
    case dictionary
    case scalar(CatalogField)
}

/// Goes through a file and gives its rows and groups to a builder, one after another.
struct CatalogWalker<Source: CatalogSource> {
    private var source: Source
    private var builder: CatalogBuilder
    private let isCancelled: () -> Bool
    private var steps = 0

    private init(_ source: Source, mayBeObject: Bool, isCancelled: @escaping () -> Bool) {
        self.source = source
        builder = CatalogBuilder(mayBeObject: mayBeObject)
        self.isCancelled = isCancelled
    }

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - mayBeObject: Whether it may be one group and no list.
    ///   - isCancelled: Asked every some thousand values; true ends the reading with a refusal.
    static func read(
        _ source: consuming Source,
        mayBeObject: Bool,
        isCancelled: @escaping () -> Bool
    ) throws(FileRefusal) -> CatalogBuilder {
        var walker = CatalogWalker(source, mayBeObject: mayBeObject, isCancelled: isCancelled)
        try walker.read()
        return walker.builder
    }

    private mutating func read() throws(FileRefusal) {
        switch try begin(wanted: true) {
        case .array:
            while try source.nextElement() {
                let element = try element(begin(wanted: true))
                guard builder.add(element) else {
                    return
                }
            }
        case .dictionary:
            builder.setTop(try element(.dictionary))
        case .scalar(let field):
            builder.setTop(.other(field.kind))
        }
        try source.end()
    }

    /// Begins the next value of the file, unless nobody waits for it any more.
    private mutating func begin(wanted: Bool) throws(FileRefusal) -> CatalogValue {
        steps += 1
        guard steps & 4095 != 0 || !isCancelled() else {
            throw FileRefusal(reason: "nobody waits for it")
        }
        return try source.begin(wanted: wanted)
    }

    private mutating func element(_ value: CatalogValue) throws(FileRefusal) -> CatalogElement {
        switch value {
        case .dictionary:
            let fields = try fields(withLists: true)
            return fields.areGroup ? .group(CatalogGroup(fields)) : .row(CatalogRow(fields))
        case .array:
            try skipArray()
            return .other(CatalogField.array.kind)
        case .scalar(let field):
            return .other(field.kind)
        }
    }

    /// The dictionary that has begun; where a key is there twice the first counts.
    private mutating func fields(withLists: Bool) throws(FileRefusal) -> CatalogFields {
        var fields = CatalogFields()
        while let step = try source.nextKey() {
            guard let key = step, !fields.has(key) else {
                try skip(try begin(wanted: false))
                continue
            }
            let value = try begin(wanted: true)
            if withLists, CatalogKey.lists.contains(key) {
                fields.lists.append((key, try list(value)))
            } else {
                fields[key] = try field(value)
            }
        }
        return fields
    }

    private mutating func field(_ value: CatalogValue) throws(FileRefusal) -> CatalogField {
        switch value {
        case .scalar(let field):
            return field
        case .array:
            try skipArray()
            return .array
        case .dictionary:
            try skip(value)
            return .dictionary
        }
    }

    private mutating func list(_ value: CatalogValue) throws(FileRefusal) -> CatalogFields.List {
        guard case .array = value else {
            return .other(try field(value))
        }
        var rows = CatalogRows()
        while try source.nextElement() {
            let value = try begin(wanted: true)
            guard rows.count < ModelLimits.products else {
                try skip(value)
                try skipArray()
                return .rows(rows, isTooLong: true)
            }
            if case .dictionary = value {
                rows.append(CatalogRow(try fields(withLists: false)))
            } else {
                rows.append(CatalogRow(otherThanDictionary: try field(value).kind))
            }
        }
        return .rows(rows, isTooLong: false)
    }

    /// Goes past a value that has begun; sources bound how deep values may be in one another.
    private mutating func skip(_ value: CatalogValue) throws(FileRefusal) {
        switch value {
        case .scalar: break
        case .array: try skipArray()
        case .dictionary:
            while try source.nextKey() != nil {
                try skip(try begin(wanted: false))
            }
        }
    }

    private mutating func skipArray() throws(FileRefusal) {
        while try source.nextElement() {
            try skip(try begin(wanted: false))
        }
    }
}
