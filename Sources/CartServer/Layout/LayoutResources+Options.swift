import CartLayout
package import CartModel
import Pictures
import TextMeasurement

extension LayoutResources {
    /// Opens the fonts and the folder of pictures that the daemon is told of.
    ///
    /// - Parameters:
    ///   - options: What the daemon is told.
    ///   - report: Is told of pictures that cannot be used.
    /// - Throws: `CartError` that names who gave the font or the folder that cannot be used, why, and the way out.
    package convenience init(_ options: DaemonOptions, report: @escaping (String) -> Void) throws(CartError) {
        let measure = if let fonts = options.fonts { try Self.measurer(fonts) } else { Self.synthetic as TitleMeasurer }
        let pictures = if let icons = options.icons { try Self.pictures(icons, report) } else { nil as PictureSource? }
        self.init(measure: measure, pictures: pictures)
    }

    private static func measurer(_ fonts: DaemonOptions.Setting<[String]>) throws(CartError) -> TitleMeasurer {
        do {
            let stack = try FontStack(named: fonts.value)
            return { size, scale throws(GeometryError) in try FontMeasure(stack, size: size, scale: scale) }
        } catch {
            throw CartError(
                .unusableFile,
                "\(fonts.source): \(error.message), or leave \(fonts.source) out",
                details: ["file": .string(error.file)]
            )
        }
    }

    private static func pictures(
        _ folder: DaemonOptions.Setting<String>,
        _ report: @escaping (String) -> Void
    ) throws(CartError) -> PictureSource {
        do {
            let sizes = try PictureSizes(path: folder.value, report: report)
            return { sizes.size(of: $0) }
        } catch {
            throw CartError(
                .unusableFile,
                "\(folder.source): the icon folder \(folder.value) cannot be used: \(error.reason); "
                    + "give the path of a folder, or leave \(folder.source) out",
                details: ["file": .string(folder.value)]
            )
        }
    }
}

extension CartError.Code {
    /// A file or folder that the daemon is told to use cannot be used; only its log has it.
    fileprivate static let unusableFile = Self(rawValue: "unusableFile")
}
