package import CartLayout

/// What layouts need beside the state: how large titles and pictures are, and the lists that were laid out lately.
package final class LayoutResources {
    private let measure: TitleMeasurer
    private let pictures: PictureSource?
    let lists = ListCache()

    /// Measures titles at a size of the font in points, to a scale.
    package typealias TitleMeasurer = (Double, Scale) throws(GeometryError) -> any LineMeasure

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
    ///   - measure: What titles are measured with; by default the synthetic measure.
    ///   - pictures: What pictures are measured with; by default nothing.
    package init(
        measure: @escaping TitleMeasurer = LayoutResources.synthetic,
        pictures: PictureSource? = nil
    ) {
        self.measure = measure
        self.pictures = pictures
    }

    /// The measure that needs no font.
    package static func synthetic(_ size: Double, _ scale: Scale) throws(GeometryError) -> any LineMeasure {
        try SyntheticMeasure(size: size, scale: scale)
    }

    /// Measures titles at a size.
    ///
    /// - Throws: `GeometryError` for a size that is no size of a font.
    func measure(fontSize: Double, scale: Scale) throws(GeometryError) -> any LineMeasure {
        try measure(fontSize, scale)
    }

    /// The size of the picture of a name.
    func size(ofPicture name: String) -> Size {
        guard let size = pictures?(name) else {
            return Self.pictureSize
        }
        return Size(width: size.width, height: size.height)
    }
}
