import CartLayout
import CartModel

/// A picture while it is drawn: the markup, and what draws titles and icons on it.
struct Drawing: ~Copyable {
    /// What is drawn so far.
    var markup = SVGMarkup()
    /// Sets titles.
    var typesetter: Typesetter
    /// Has the icons.
    var icons: IconShelf
    /// Grounds so far whose corners have cut an icon.
    private var corners = 0
    /// Points around the screen.
    static let margin = 20.0

    /// Makes an empty picture.
    init(typesetter: Typesetter, icons: consuming IconShelf) {
        self.typesetter = typesetter
        self.icons = icons
    }

    /// Draws a title in a box, cut to the box's width.
    mutating func title(
        _ title: String,
        shown: String? = nil,
        in box: Rect,
        _ style: Typesetter.Style
    ) throws(CartError) {
        try typesetter.draw(title, shown: shown, in: box, style, on: &markup)
    }

    /// Draws a box.
    mutating func box(
        _ box: Rect,
        radius: Double = 0,
        fill: String,
        stroke: String? = nil,
        strokeWidth: Double = 1
    ) {
        guard box.width > 0, box.height > 0 else { return }
        // The stroke is inside, so that it is not cut off at an edge.
        let inset = stroke == nil ? 0 : min(strokeWidth, box.width, box.height) / 2
        var attributes: SVGMarkup.Attributes = [
            ("x", .number(box.x + inset)), ("y", .number(box.y + inset)),
            ("width", .number(box.width - 2 * inset)), ("height", .number(box.height - 2 * inset)),
        ]
        if radius > 0 {
            attributes.append(("rx", .number(min(radius, box.width / 2, box.height / 2))))
        }
        attributes.append(("fill", .text(fill)))
        if let stroke {
            attributes += [("stroke", .text(stroke)), ("stroke-width", .number(2 * inset))]
        }
        markup.element("rect", attributes)
    }

    /// Draws what an icon and a title lie on.
    mutating func ground(_ ground: Ground, fill: String) {
        box(
            ground.frame,
            radius: Ground.radius,
            fill: fill,
            stroke: ground.stroke,
            strokeWidth: ground.strokeWidth
        )
    }

    /// Draws the edge of a box over what is in it.
    mutating func outline(_ box: Rect, radius: Double) {
        self.box(box, radius: radius, fill: "none", stroke: Palette.outline)
    }

    /// Draws what the body draws, cut to a box.
    mutating func clipped(
        to box: Rect,
        radius: Double = 0,
        id: String,
        _ body: (inout Drawing) throws(CartError) -> Void
    ) throws(CartError) {
        markup.element("clipPath", [("id", .text(id))]) {
            $0.element(
                "rect",
                [
                    ("x", .number(box.x)), ("y", .number(box.y)), ("width", .number(max(0, box.width))),
                    ("height", .number(max(0, box.height))),
                ] + (radius > 0 ? [("rx", .number(radius))] : [])
            )
        }
        try group([("clip-path", .text("url(#\(id))"))], body)
    }

    /// Draws what the body draws, under common attributes.
    mutating func group(
        _ attributes: SVGMarkup.Attributes,
        _ body: (inout Drawing) throws(CartError) -> Void
    ) throws(CartError) {
        let outside = markup
        markup = SVGMarkup()
        try body(&self)
        let inside = markup
        markup = outside
        markup.element("g", attributes) {
            $0.newLine()
            $0.append(inside)
        }
    }

    /// Draws an icon, or what stands in for it: the first letter of its title, else the sign for a picture.
    ///
    /// - Parameter ground: What it lies on; an icon that reaches over its round corners is cut there.
    mutating func icon(
        _ name: String?,
        of title: String,
        id: String,
        in box: Rect,
        on ground: Ground? = nil
    ) throws(CartError) {
        guard box.width > 0, box.height > 0, box.x.isFinite, box.y.isFinite else { return }
        if let name, icons.has(name) {
            guard let ground, ground.isExceeded(by: box) else {
                return icons.draw(name, in: box, on: &markup)
            }
            corners += 1
            try clipped(to: ground.frame, radius: Ground.radius, id: "corners\(corners)") {
                $0.icons.draw(name, in: box, on: &$0.markup)
            }
            return self.ground(ground, fill: "none")
        }
        icons.placeholders += 1
        let side = min(box.width, box.height) * 0.86
        let square = Rect(
            x: box.x + (box.width - side) / 2,
            y: box.y + (box.height - side) / 2,
            width: side,
            height: side
        )
        let (back, ink) = Palette.placeholder(for: id)
        self.box(square, radius: side * 0.22, fill: back)
        guard let letter = title.monogram else {
            return pictureSign(in: square, ink)
        }
        let size = min(max(side * 0.5, 1), 10_000)
        try self.title(letter, in: square, .init(size: size, color: ink))
    }

    /// Draws the sign for a picture: the sun over mountains.
    private mutating func pictureSign(in box: Rect, _ ink: String) {
        func x(_ part: Double) -> String { SVGMarkup.digits(of: box.x + box.width * part) }
        func y(_ part: Double) -> String { SVGMarkup.digits(of: box.y + box.height * part) }
        markup.element(
            "circle",
            [
                ("cx", .text(x(0.34))), ("cy", .text(y(0.34))), ("r", .number(box.width * 0.08)), ("fill", .text(ink)),
            ]
        )
        markup.element(
            "path",
            [
                ("fill", .text(ink)),
                (
                    "d",
                    "M\(x(0.18)) \(y(0.76))L\(x(0.4)) \(y(0.5))L\(x(0.52)) \(y(0.62))L\(x(0.64)) \(y(0.44))L\(x(0.84)) \(y(0.76))Z"
                ),
            ]
        )
    }

    /// The whole document.
    ///
    /// - Parameters:
    ///   - size: The picture in points.
    ///   - title: What it shows.
    consuming func document(size: Size, title: String) -> String {
        let (width, height) = (SVGMarkup.digits(of: size.width), SVGMarkup.digits(of: size.height))
        var document = SVGMarkup()
        let family: SVGMarkup.Attributes = typesetter.hasFonts ? [] : [("font-family", "sans-serif")]
        document.element(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("xmlns:xlink", "http://www.w3.org/1999/xlink"),
                ("version", "1.1"), ("width", .text(width)), ("height", .text(height)),
                ("viewBox", "0 0 \(width) \(height)"),
            ] + family
        ) { [icons, markup] in
            $0.newLine()
            $0.element("title", text: title)
            if icons.count > 0 {
                $0.element("defs") { $0.append(icons.symbols) }
            }
            $0.append(markup)
        }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + document.text
    }
}

extension String {
    /// The first letter or digit as it begins a name, if it begins with one.
    fileprivate var monogram: String? {
        guard let first, first.isLetter || first.isNumber, String(first).utf8.count <= 24 else { return nil }
        return first.uppercased()
    }
}
