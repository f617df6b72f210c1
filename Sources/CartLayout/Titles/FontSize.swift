/// The size of a font in points.
package enum FontSize {
    /// The largest that is measured.
    package static let largest: Double = 10000

    /// Checks a size: above 0 and at most ``largest``.
    package static func check(_ size: Double) throws(GeometryError) {
        guard !(size > 0 && size <= largest) else { return }
        throw GeometryError(parameter: "fontSize", value: "\(size)", requirement: "must be above 0 and at most 10000")
    }
}
