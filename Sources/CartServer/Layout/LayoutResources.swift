import CartLayout
package import TextMeasurement

/// What layouts need beside the state: how large titles and pictures are, and the lists that were laid out lately.
package final class LayoutResources {
    private let fonts: FontStack?
    private let pictures: PictureSource?
    let lists = ListCache()

    /// How large a picture is; nil where nobody knows.
    package typealias PictureSource = (String) -> (width: Double, height: Double)?

    /// The size of the font of titles where none is given, in points: that of UIKit's labels.
    static let fontSize: Double = 17
    /// The size of the font of a section index where none is given, in points: that of UIKit's.
    static let indexFontSize: Double = 11
    /// The size of a picture that nobody knows: that of the icon of a row.
    static let pictureSize = Size(width: 44, height: 44)

    /// Creates resources.
    ///
    /// - Parameters:
    ///   - fonts: What titles are measured with; nil is the synthetic measure.
    ///   - pictures: What pictures are measured with.
    package init(fonts: FontStack? = nil, pictures: PictureSource? = nil) {
        self.fonts = fonts
        self.pictures = pictures
    }

    /// Measures titles at a size.
    ///
    /// - Throws: `GeometryError` for a size that is no size of a font.
    func measure(fontSize: Double, scale: Scale) throws(GeometryError) -> any LineMeasure {
        if let fonts {
            return try FontMeasure(fonts, size: fontSize, scale: scale)
        }
        return try SyntheticMeasure(size: fontSize, scale: scale)
    }

    /// The size of the picture of a name.
    func size(ofPicture name: String) -> Size {
        guard let size = pictures?(name) else {
            return Self.pictureSize
        }
        return Size(width: size.width, height: size.height)
    }
}
