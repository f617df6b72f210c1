import CartLayout
import CartModel
import FoundationEssentials
import Pictures

/// The icons of one picture: each is in the document once, however often it is seen.
struct IconShelf: ~Copyable {
    private let folder: PictureFolder?
    /// What is known of each name that was asked for; nil is that it cannot be shown.
    private var icons: [String: Icon?] = [:]
    private var bytes = 0
    /// The icons as symbols, for the definitions of the document.
    private(set) var symbols = SVGMarkup()
    /// Why icons are missing, each once.
    private(set) var faults: [String] = []
    /// Icons that are WebP, which no viewer of SVG needs to know (SVG 1.1, 5.7: PNG, JPEG and SVG).
    private(set) var webPictures = 0
    /// Places where something stands in for an icon.
    var placeholders = 0

    /// The largest file that is put into a picture: 1 MiB.
    static let fileLimit = 1 << 20
    /// All files of a picture together: 16 MiB.
    static let totalLimit = 16 << 20

    private struct Icon {
        let id: String
    }

    /// How many icons there are.
    var count: Int { icons.values.count { $0 != nil } }

    /// Opens the folder; nil is that there is none.
    ///
    /// - Throws: `unusableFile`.
    init(path: String?) throws(CartError) {
        guard let path else {
            folder = nil
            return
        }
        do {
            folder = try PictureFolder(path: path)
        } catch {
            throw .unusableFile(path, "the icon folder \(path.excerpt()) cannot be used: \(error.reason)")
        }
    }

    /// Whether there is such an icon.
    mutating func has(_ name: String) -> Bool {
        icon(of: name) != nil
    }

    /// Draws an icon as large as a box has room for, in its middle; nothing for one that there is not.
    mutating func draw(_ name: String, in box: Rect, on markup: inout SVGMarkup) {
        guard let icon = icon(of: name) else {
            return
        }
        markup.element(
            "use",
            [
                ("xlink:href", .text("#" + icon.id)), ("x", .number(box.x)), ("y", .number(box.y)),
                ("width", .number(box.width)), ("height", .number(box.height)),
            ]
        )
    }

    private mutating func icon(of name: String) -> Icon? {
        if let known = icons[name] {
            return known
        }
        let icon = load(name)
        icons[name] = .some(icon)
        return icon
    }

    private mutating func load(_ name: String) -> Icon? {
        do throws(PictureError) {
            guard let file = try folder?.open(name) else {
                return nil
            }
            let header = try file.header()
            let content = try file.contents(limit: Self.fileLimit)
            guard bytes + content.count <= Self.totalLimit else {
                throw PictureError(.tooLarge, "all icons together have more than \(Self.totalLimit) bytes", name: name)
            }
            bytes += content.count
            return add(content, header)
        } catch {
            faults.append(error.message)
            return nil
        }
    }

    private mutating func add(_ content: [UInt8], _ header: PictureHeader) -> Icon {
        let icon = Icon(id: "icon\(count)")
        if header.format == .svg,
            let drawing = InlineDrawing(content, width: header.width, height: header.height)
        {
            let box = drawing.viewBox.map(SVGMarkup.digits(of:)).joined(separator: " ")
            symbols.element("symbol", [("id", .text(icon.id)), ("viewBox", .text(box))]) { drawing.write(to: &$0) }
            return icon
        }
        webPictures += header.format == .webp ? 1 : 0
        // As an image, not as markup: so an icon that is any other SVG document brings in no script, no style and no id.
        let (width, height) = (SVGMarkup.digits(of: header.width), SVGMarkup.digits(of: header.height))
        let data = "data:\(header.format.mediaType);base64,\(Data(content).base64EncodedString())"
        symbols.element("symbol", [("id", .text(icon.id)), ("viewBox", "0 0 \(width) \(height)")]) {
            $0.element("image", [("width", .text(width)), ("height", .text(height)), ("xlink:href", .text(data))])
        }
        return icon
    }
}
