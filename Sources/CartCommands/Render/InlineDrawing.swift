/// An SVG file that is nothing but shapes, so that it can be a part of another document and is drawn as sharp as it.
///
/// Only what cannot do or refer to anything is taken: shapes and groups with their geometry, transformations, colours and
/// strokes. Every other element, attribute or reference makes the whole file one that is put in as an image instead.
struct InlineDrawing {
    /// The part of its own plane that it shows: x, y, width, height.
    let viewBox: [Double]
    private let root: Node

    private struct Node {
        var name: StaticString
        var attributes: SVGMarkup.Attributes
        var children: [Node] = []
    }

    private static let elementLimit = 5000
    private static let depthLimit = 32

    /// Reads a file of a known size; nil where it is more than shapes.
    init?(_ file: [UInt8], width: Double, height: Double) {
        var reader = Reader(file)
        guard let (node, viewBox) = reader.document() else {
            return nil
        }
        let box = viewBox ?? [0, 0, width, height]
        // What is not as wide for its height as its box would be fitted twice.
        guard box.count == 4, box[2] > 0, box[3] > 0, abs(box[2] / box[3] - width / height) < 0.01 * width / height
        else {
            return nil
        }
        root = node
        self.viewBox = box
    }

    /// Writes the shapes.
    func write(to markup: inout SVGMarkup) {
        Self.write(root, to: &markup)
    }

    private static func write(_ node: Node, to markup: inout SVGMarkup) {
        markup.element(node.name, node.attributes) { markup in
            for child in node.children { write(child, to: &markup) }
        }
    }

    /// Elements by their names: the root becomes a group.
    private static let elements = table([
        "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
    ])

    private static let attributes = table([
        "d", "points", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "transform",
        "fill",
        "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
        "stroke-dasharray", "stroke-dashoffset", "stroke-opacity", "opacity", "color", "display", "visibility",
    ])

    /// Attributes that mean nothing to what is drawn.
    private static let ignored: Set<String> = ["id", "version", "xmlns"]

    private static func table(_ names: [StaticString]) -> [String: StaticString] {
        Dictionary(uniqueKeysWithValues: names.map { ("\($0)", $0) })
    }

    /// Reads the file byte by byte, and gives up at the first thing that it does not know.
    private struct Reader {
        private let bytes: [UInt8]
        private var place = 0
        private var count = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func document() -> (Node, viewBox: [Double]?)? {
            _ = take("\u{FEFF}")
            skipSpace()
            if take("<?xml") {
                guard skip(past: "?>") else { return nil }
            }
            guard skipComments(), take("<"), let name = name(), name == "svg",
                let (root, rest) = element("g", isRoot: true, depth: 0)
            else {
                return nil
            }
            guard skipComments(), place == bytes.count else {
                return nil
            }
            guard let text = rest["viewBox"] else {
                return (root, nil)
            }
            let numbers = text.split { $0 == " " || $0 == "," }.map { Double($0) }
            let box = numbers.compactMap(\.self).filter(\.isFinite)
            return numbers.count == 4 && box.count == 4 ? (root, box) : nil
        }

        /// Reads an element whose name has just been read.
        private mutating func element(
            _ name: StaticString,
            isRoot: Bool = false,
            depth: Int
        ) -> (Node, [String: String])? {
            count += 1
            guard depth < depthLimit, count < elementLimit, let (attributes, rest) = attributes(isRoot: isRoot) else {
                return nil
            }
            var node = Node(name: name, attributes: attributes)
            let end = isRoot ? "svg" : "\(name)"
            if take("/>") {
                return (node, rest)
            }
            guard take(">") else { return nil }
            while true {
                guard skipComments() else { return nil }
                if take("</") {
                    guard self.name() == end, skippingSpace({ $0.take(">") }) else { return nil }
                    return (node, rest)
                }
                guard take("<"), let childName = self.name() else { return nil }
                if childName == "title" || childName == "desc" {
                    guard skip(past: ">"), skip(past: "<"), take("/"), self.name() == childName, take(">") else {
                        return nil
                    }
                } else {
                    guard let known = elements[childName], childName != "svg",
                        let (child, _) = element(known, depth: depth + 1)
                    else {
                        return nil
                    }
                    node.children.append(child)
                }
            }
        }

        /// The attributes to write, and those of the root that say how large it is.
        private mutating func attributes(isRoot: Bool) -> (SVGMarkup.Attributes, [String: String])? {
            var known: SVGMarkup.Attributes = []
            var sizes: [String: String] = [:]
            var names: Set<String> = []
            while true {
                skipSpace()
                guard place < bytes.count else { return nil }
                if bytes[place] == UInt8(ascii: ">") || bytes[place] == UInt8(ascii: "/") {
                    return (known, sizes)
                }
                guard let name = name(), names.insert(name).inserted, take("="), let value = value() else { return nil }
                if ignored.contains(name) {
                    guard name != "xmlns" || value == "http://www.w3.org/2000/svg" else { return nil }
                } else if isRoot, ["x", "y", "width", "height", "viewBox"].contains(name) {
                    // The header knows the size; where the root stands means nothing to an icon.
                    sizes[name] = value
                } else {
                    guard let attribute = InlineDrawing.attributes[name], isHarmless(value) else { return nil }
                    known.append((attribute, .text(value)))
                }
            }
        }

        /// Whether a value is numbers, letters and signs only, without a reference to anything.
        private func isHarmless(_ value: String) -> Bool {
            let signs = Set(" \n\t.,-+#%()".utf8)
            return value.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"):
                    true
                default: signs.contains(byte)
                }
            } && !value.lowercased().contains("url(")
        }

        private mutating func name() -> String? {
            let start = place
            while place < bytes.count, Self.isNamePart(bytes[place]) { place += 1 }
            return place > start ? String(decoding: bytes[start..<place], as: UTF8.self) : nil
        }

        private static func isNamePart(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: ":"):
                true
            default: false
            }
        }

        /// A value in quotes; one with a reference or a bracket is none.
        private mutating func value() -> String? {
            guard place < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[place]),
                let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
            else {
                return nil
            }
            defer { place = end + 1 }
            let value = bytes[place + 1..<end]
            guard !value.contains(UInt8(ascii: "&")), !value.contains(UInt8(ascii: "<")) else { return nil }
            return String(validating: value, as: UTF8.self)
        }

        private mutating func take(_ sign: String) -> Bool {
            guard bytes[place...].starts(with: sign.utf8) else { return false }
            place += sign.utf8.count
            return true
        }

        private mutating func skip(past sign: String) -> Bool {
            while place < bytes.count {
                if take(sign) { return true }
                place += 1
            }
            return false
        }

        private mutating func skipSpace() {
            while place < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[place]) { place += 1 }
        }

        private mutating func skippingSpace(_ body: (inout Self) -> Bool) -> Bool {
            skipSpace()
            return body(&self)
        }

        /// Skips space and comments; false for a comment without an end.
        private mutating func skipComments() -> Bool {
            while true {
                skipSpace()
                guard take("<!--") else { return true }
                guard skip(past: "-->") else { return false }
            }
        }
    }
}
