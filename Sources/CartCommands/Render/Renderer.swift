import CartLayout
import CartModel
import CartProtocol
import TextMeasurement

/// Draws one picture, with what the command line gives for it, and writes it.
struct Renderer {
    private let output: PictureOutput
    private let typesetter: Typesetter
    private let iconFolder: String?

    /// The most tiles or rows of a picture.
    static let itemLimit = 20_000

    /// Takes what the command line gives; fonts are opened, so that a wrong one is known before the daemon is asked.
    ///
    /// - Throws: `usage`, `unusableFile`.
    init(_ arguments: Arguments) throws(CartError) {
        output = try PictureOutput(try arguments.required(Parameters.output))
        typesetter = try Typesetter(fontNames: arguments.all(Parameters.fonts))
        iconFolder = arguments[Parameters.icons]
        _ = try IconShelf(path: iconFolder)
    }

    /// Refuses what would make a picture that no viewer opens.
    ///
    /// - Throws: `pictureTooLarge`.
    static func check(count: Int) throws(CartError) {
        guard count <= itemLimit else {
            throw CartError(
                .pictureTooLarge,
                "\(count) tiles or rows would be drawn; at most \(itemLimit) are, so name a smaller part with --visible",
                details: ["count": .integer(Int64(count)), "limit": .integer(Int64(itemLimit))]
            )
        }
    }

    /// The size of a control's title in the given fonts; nil where there are none.
    func measure(_ title: String, for call: LayOutControl) throws(CartError) -> Size? {
        guard typesetter.hasFonts else {
            return nil
        }
        // A scale that is none was refused by the daemon before.
        let scale = call.scale.flatMap { Scale(rawValue: $0) } ?? .none
        return try typesetter.measure(size: call.fontSize ?? FontSizes.title, scale: scale).size(of: title)
    }

    /// The width of the widest title of a section index in the given fonts; nil where there are none, or where the call
    /// has a width.
    func indexTitleWidth(of entries: [LayOutList.IndexEntry], for call: LayOutList) throws(CartError) -> Double? {
        guard typesetter.hasFonts, call.indexTitleWidth == nil, !entries.isEmpty else {
            return nil
        }
        let scale = call.scale.flatMap { Scale(rawValue: $0) } ?? .none
        let measure = try typesetter.measure(size: call.indexFontSize ?? FontSizes.index, scale: scale)
        return entries.map { measure.size(of: $0.title).width }.max()
    }

    /// Draws and writes the picture.
    func render(
        _ size: Size,
        _ title: String,
        _ body: (inout Drawing) throws(CartError) -> Void
    ) throws(CartError) -> any Report {
        var drawing = Drawing(typesetter: typesetter, icons: try IconShelf(path: iconFolder))
        try body(&drawing)
        var picture = FinishedPicture(
            text: "",
            size: size,
            icons: drawing.icons.count,
            placeholders: drawing.icons.placeholders,
            webPictures: drawing.icons.webPictures,
            faults: drawing.icons.faults,
            missingCharacters: drawing.typesetter.missingCharacters
        )
        picture.text = drawing.document(size: size, title: title)
        switch output {
        case .standardOutput:
            return PictureText(picture: picture)
        case .file(let path):
            try WholeFile(path).write(Array(picture.text.utf8))
            return PictureReport(picture: picture, file: path)
        }
    }
}
