package import CartModel

/// Reads catalog files: property lists (XML and binary) and JSON.
///
/// The shapes: an array of products {name, icon?, sku?, id?}, or an array of groups {title?, cars | products | items}
/// whose lists may be missing (an empty group). JSON may also be one object with such a list. Unknown keys are ignored.
///
/// A product's id is its `sku`, else its `id`, else its icon's file name without extension, else its name. A whole
/// number as `sku` or `id` becomes its decimal digits (`<integer>0x1F</integer>` is 31, JSON's 1.0 is 1); a property
/// list's real, a boolean, a date and data are refused.
package enum CatalogImporter {
    /// Makes a catalog from a file's bytes.
    ///
    /// - Parameters:
    ///   - name: The catalog's name.
    ///   - bytes: The whole file.
    ///   - source: The file as the person called it, for messages.
    ///   - isCancelled: Asked again and again; true ends it.
    /// - Throws: `invalidName`; `invalidCatalog` that lists every bad row; `cancelled`.
    package static func catalog(
        named name: String,
        bytes: [UInt8],
        source: String,
        isCancelled: () -> Bool = { false }
    ) throws(CartError) -> Catalog {
        defer {
            // What decoding needed is half as much again as the catalog, or more.
            if bytes.count >= largeFile {
                FreedMemory.giveBack()
            }
        }
        return try read(bytes, named: name, source: source, isCancelled: isCancelled)
    }

    /// A file of so many bytes leaves enough behind to be worth giving back.
    private static let largeFile = 1 << 20

    private static func read(
        _ bytes: [UInt8],
        named name: String,
        source: String,
        isCancelled: () -> Bool
    ) throws(CartError) -> Catalog {
        try ModelLimits.check(name: name, of: "catalog")
        let builder: CatalogBuilder
        do {
            builder = try withoutActuallyEscaping(isCancelled) { isCancelled throws(FileRefusal) in
                try read(bytes, isCancelled: isCancelled)
            }
        } catch let refusal {
            guard !isCancelled() else {
                throw .cancelledImport
            }
            throw CatalogFault.refusal(
                of: source,
                faults: [CatalogFault(group: nil, row: nil, key: nil, reason: refusal.reason)],
                grouped: false
            )
        }
        guard !isCancelled() else {
            throw .cancelledImport
        }
        return try Catalog(name: name, try builder.checkedGroups(of: source))
    }

    private static func read(
        _ bytes: [UInt8],
        isCancelled: @escaping () -> Bool
    ) throws(FileRefusal) -> CatalogBuilder {
        switch try FileFormat(of: bytes) {
        case .xmlPropertyList:
            let source = try XMLPropertyListSource(bytes)
            return try CatalogWalker.read(source, mayBeObject: false, isCancelled: isCancelled)
        case .binaryPropertyList:
            let source = try BinaryPropertyListSource(bytes)
            return try CatalogWalker.read(source, mayBeObject: false, isCancelled: isCancelled)
        case .json:
            return try CatalogWalker.read(try JSONSource(bytes), mayBeObject: true, isCancelled: isCancelled)
        }
    }
}

/// Why a file is refused before any row of it is looked at.
struct FileRefusal: Error {
    var reason: String
}

/// The formats, told by their first bytes.
enum FileFormat {
    case xmlPropertyList, binaryPropertyList, json

    /// Tells the format of a file.
    init(of bytes: [UInt8]) throws(FileRefusal) {
        guard !bytes.isEmpty else {
            throw FileRefusal(reason: "the file is empty")
        }
        if bytes.starts(with: "bplist".utf8) {
            self = .binaryPropertyList
            return
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw FileRefusal(reason: "the file is UTF-16; save it as UTF-8")
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        switch text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
        case UInt8(ascii: "<"): self = .xmlPropertyList
        case UInt8(ascii: "["), UInt8(ascii: "{"): self = .json
        default:
            throw FileRefusal(reason: "the file is neither a property list (XML or binary) nor JSON")
        }
    }
}
