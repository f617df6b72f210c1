import CartModel
import Pictures
import TextMeasurement

/// How large the pictures of a folder are, as their files say it at the moment.
///
/// Asked again, a picture costs a few fstatat(2) that see whether its file is still the same, and nothing is read; a
/// file or a folder that was replaced is noticed at once. Nothing here waits: what is no regular file is not opened,
/// and of one that is, only the header is read.
final class PictureSizes {
    private let path: String
    private let report: (String) -> Void
    private var known: GenerationCache<String, Known>

    /// How many pictures are kept in a generation; twice as many at most, of 255 bytes of name each.
    static let capacity = 512

    private struct Known {
        var version: PictureVersion
        var size: (width: Double, height: Double)?
        /// Whether an equal version has the same content.
        var isSettled: Bool
    }

    /// Looks into a folder.
    ///
    /// - Parameters:
    ///   - path: The folder, which is opened anew each time.
    ///   - report: Is told of each picture that is there and cannot be used, once a version.
    /// - Throws: `PictureError` where it is no folder, or may not be looked into, now.
    init(path: String, capacity: Int = capacity, report: @escaping (String) -> Void) throws(PictureError) {
        _ = try PictureFolder(path: path)
        self.path = path
        self.report = report
        known = GenerationCache(capacity: capacity)
    }

    /// The size of a picture in pixels; nil where there is none of the name, or where it cannot be used.
    func size(of name: String) -> (width: Double, height: Double)? {
        guard let folder = try? PictureFolder(path: path), let version = try? folder.version(of: name) else {
            return nil
        }
        let before = known.value(for: name)
        if let before, before.version == version, before.isSettled {
            return before.size
        }
        // Before the file is read: a change from here on has to show.
        var now = Known(version: version, isSettled: version.isSettled)
        do throws(PictureError) {
            let header = try folder.header(of: name)
            now.size = (header.width, header.height)
        } catch  where before?.version != version {
            report("the picture \(name.excerpt()) cannot be used: \(error.reason)")
        } catch {}
        known.insert(now, for: name)
        return now.size
    }
}
