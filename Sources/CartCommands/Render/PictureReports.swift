import CartLayout
import CartModel

/// A picture that was drawn, before it goes anywhere.
struct FinishedPicture {
    /// The SVG document.
    var text: String
    /// Its size in points.
    var size: Size
    /// Icons that are in it.
    var icons: Int
    /// Places where something stands in for an icon.
    var placeholders: Int
    /// Icons that are WebP, which browsers show, but not every viewer of SVG.
    var webPictures: Int
    /// Why icons are missing.
    var faults: [String]
    /// Characters that no font has.
    var missingCharacters: Int
}

/// A picture that was written to a file.
struct PictureReport: Report {
    let picture: FinishedPicture
    let file: String

    private static let mostFaults = 5

    /// `{"picture":{"file","width","height","bytes","icons","placeholders","missingCharacters"}}`.
    var json: JSON {
        [
            "picture": [
                "file": .string(file), "width": .number(picture.size.width), "height": .number(picture.size.height),
                "bytes": .integer(picture.text.utf8.count), "icons": .integer(picture.icons),
                "placeholders": .integer(picture.placeholders),
                "missingCharacters": .integer(picture.missingCharacters),
            ]
        ]
    }

    /// One line, and what is missing.
    func write(to page: inout Page) {
        page.line(
            "\(page.painted("Wrote", .green)) \(page.painted(file.visible, .bold)) · "
                + "\(picture.size.width.points) x \(picture.size.height.points) points · \(picture.text.utf8.count) bytes · "
                + counted(picture.icons, "icon")
        )
        for fault in picture.faults.prefix(Self.mostFaults) {
            page.line(page.painted(fault.visible, .yellow))
        }
        if picture.faults.count > Self.mostFaults {
            page.line(page.painted("and \(picture.faults.count - Self.mostFaults) more like these", .yellow))
        }
        if picture.placeholders > 0 {
            let advice = picture.faults.isEmpty ? "; --icons DIR brings icons in" : ""
            page.hint("\(counted(picture.placeholders, "icon")) stood in for\(advice)")
        }
        if picture.webPictures > 0 {
            page.hint(
                "\(counted(picture.webPictures, "icon")) in WebP: browsers show that, not every viewer of SVG does"
            )
        }
        if picture.missingCharacters > 0 {
            page.hint(
                "\(counted(picture.missingCharacters, "character")) in none of the fonts; another --font may have them"
            )
        }
    }
}

/// A picture on standard output.
struct PictureText: Report {
    let picture: FinishedPicture

    /// `{"svg"}`: the document.
    var json: JSON { ["svg": .string(picture.text)] }

    /// The document.
    func write(to page: inout Page) {
        page.raw(picture.text)
    }
}
