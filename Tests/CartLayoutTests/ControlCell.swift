import CartLayout
import Testing

/// One line of the table of control layouts: "horizontal vertical direction | content | image | title", with each frame
/// as "x y width height", or "-" for a part that is not there.
struct ControlCell: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let horizontal: HorizontalAlignment
    let vertical: VerticalAlignment
    let direction: LayoutDirection
    let content: Rect?
    let image: Rect?
    let title: Rect?

    init(_ line: String) throws {
        testDescription = line
        let columns = line.split(separator: "|").map { $0.split(separator: " ") }
        guard columns.count == 4, columns[0].count == 3,
            let horizontal = HorizontalAlignment(rawValue: String(columns[0][0])),
            let vertical = VerticalAlignment(rawValue: String(columns[0][1])),
            let direction = LayoutDirection(rawValue: String(columns[0][2]))
        else { throw Malformed(line: line) }
        (self.horizontal, self.vertical, self.direction) = (horizontal, vertical, direction)
        content = try Self.rect(columns[1], line)
        image = try Self.rect(columns[2], line)
        title = try Self.rect(columns[3], line)
    }

    private struct Malformed: Error {
        let line: String
    }

    private static func rect(_ words: [Substring], _ line: String) throws -> Rect? {
        guard words != ["-"] else { return nil }
        let numbers = words.compactMap { Double($0) }
        guard numbers.count == 4, words.count == 4 else { throw Malformed(line: line) }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
