package import CartJSON
package import CartLayout
import CartModel
package import CartProtocol

/// What is at a point.
package struct HitReport: Report {
    /// What was hit, if anything.
    package let answer: HitAnswer
    /// Where.
    package let point: Point

    /// Reports a hit.
    package init(answer: HitAnswer, point: Point) {
        self.answer = answer
        self.point = point
    }

    /// `{"hit":{"kind","index","section","product"}}`, what there is none of as null, or `{"hit":null}`.
    package var json: JSON {
        guard let hit = answer.hit else {
            return ["hit": .null]
        }
        return [
            "hit": [
                "kind": .string(hit.kind.rawValue),
                "index": hit.index.map { .integer($0) } ?? .null,
                "section": hit.section.map { .integer($0) } ?? .null,
                "product": hit.product.map { JSON($0) } ?? .null,
            ]
        ]
    }

    /// One line.
    package func write(to page: inout Page) {
        let place = "\(point.x.points),\(point.y.points)"
        guard let hit = answer.hit else {
            page.line("Nothing is at \(place).")
            return
        }
        page.line("At \(place): \(page.painted(Self.words(for: hit), .bold))")
    }

    private static func words(for hit: HitAnswer.Hit) -> String {
        let part = hit.part.map { "\($0.visible) of " } ?? ""
        let index = hit.index.map { " \($0)" } ?? ""
        let section = hit.section.map { " \($0)" } ?? ""
        let product = hit.product.map { ", \($0.id.visible), \($0.name.visible)" } ?? ""
        switch hit.kind {
        case .tile: return "\(part)tile\(index)\(product)"
        case .row: return "\(part)row\(index) of section\(section)\(product)"
        case .header: return "header of section\(section)"
        case .indexEntry: return "index entry\(index), which leads to section\(section)"
        case .background: return "the control beside its content"
        case .content: return "the content of the control beside image and title"
        default: return "\(hit.kind.rawValue.visible)\(index)\(product)"
        }
    }
}
