package import CartModel
import FoundationEssentials

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
    /// - Throws: `invalidName`; `invalidCatalog` that lists every bad row.
    package static func catalog(named name: String, bytes: [UInt8], source: String) throws(CartError) -> Catalog {
        defer {
            // What decoding needed is half as much again as the catalog, or more.
            if bytes.count >= largeFile {
                FreedMemory.giveBack()
            }
        }
        return try read(bytes, named: name, source: source)
    }

    /// A file of so many bytes leaves enough behind to be worth giving back.
    private static let largeFile = 1 << 20

    private static func read(_ bytes: [UInt8], named name: String, source: String) throws(CartError) -> Catalog {
        try ModelLimits.check(name: name, of: "catalog")
        let builder: CatalogBuilder
        do {
            let format = try FileFormat(of: bytes)
            builder = CatalogBuilder(try decode(bytes, as: format), mayBeObject: format == .json)
        } catch let refusal {
            throw CatalogFault.refusal(
                of: source,
                faults: [CatalogFault(group: nil, row: nil, key: nil, reason: refusal.reason)],
                grouped: false
            )
        }
        return try Catalog(name: name, try builder.checkedGroups(of: source))
    }

    private static func decode(_ bytes: [UInt8], as format: FileFormat) throws(FileRefusal) -> CatalogDocument {
        do {
            switch format {
            case .xmlPropertyList:
                try XMLPropertyListGuard.check(bytes)
                return try PropertyListDecoder().decode(CatalogDocument.self, from: Data(bytes))
            case .binaryPropertyList:
                try BinaryPropertyListGuard.check(bytes)
                return try PropertyListDecoder().decode(CatalogDocument.self, from: Data(bytes))
            case .json:
                return try JSONDecoder().decode(CatalogDocument.self, from: Data(bytes))
            }
        } catch let refusal as FileRefusal {
            throw refusal
        } catch {
            throw FileRefusal(reason: "it is no \(format.rawValue), or it is cut short: \(words(of: error))")
        }
    }

    /// The innermost description of what a decoder threw.
    private static func words(of error: any Error) -> String {
        guard case .dataCorrupted(let context)? = error as? DecodingError else {
            return "it cannot be read"
        }
        let cause = context.underlyingError as? CocoaError
        let text = cause?.userInfo["NSDebugDescription"] as? String ?? context.debugDescription
        // A description may quote the file, all of it if need be.
        let start = text.unicodeScalars.prefix(wordsLimit)
        let shown = start.map { $0.properties.generalCategory == .control ? " " : Character($0) }
        return String(shown) + (start.endIndex == text.endIndex ? "" : " ...")
    }

    private static let wordsLimit = 200
}

/// Why a file is refused before any row of it is looked at.
struct FileRefusal: Error {
    var reason: String
}

/// The formats, told by their first bytes.
enum FileFormat: String {
    case xmlPropertyList = "XML property list"
    case binaryPropertyList = "binary property list"
    case json = "JSON"

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
