import CartLayout
import CartModel
import CartProtocol
import CartServer
import CartStore
import Testing
import TestSupport

@Suite("Lists through the dispatcher")
struct ListScreenTests {
    static func calls(_ shape: Shape) -> [LayOutList] {
        var dense = LayOutList(catalog: shape.rawValue, width: 333.3, height: 200, rowHeight: 13.92, scale: 1)
        dense.headerHeight = 7.7
        return [
            LayOutList(catalog: shape.rawValue), dense,
            LayOutList(catalog: shape.rawValue, rowHeight: 44.4, scale: 3, direction: .rightToLeft),
        ]
    }

    static func filtered(_ whole: LayOutList.Answer, _ visible: Rect) -> [LayOutList.Section] {
        whole.sections.compactMap { section in
            var section = section
            section.rows.removeAll { !$0.frame.intersects(visible) }
            if section.header?.intersects(visible) != true {
                section.header = nil
                section.headerTitle = nil
            }
            return section.rows.isEmpty && section.header == nil ? nil : section
        }
    }

    @Test("The car list has the frames of the screen it was made for")
    func cars() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let list = try desk.call(LayOutList(catalog: "cars", width: 320, height: 568, scale: 2), from: peer)
        // 21 headers of 28 and 141 rows of 60.
        #expect(list.size == Size(width: 320, height: 21 * 28 + 141 * 60))
        #expect(list.overflows)
        #expect(list.sections.map(\.title).joined() == "ABCDFGHJKLMNOQRSTWXYZ")
        #expect(list.sections.first?.header == Rect(x: 0, y: 0, width: 320, height: 28))
        #expect(list.sections.first?.rows.map(\.frame.y) == [28, 88, 148, 208])
        #expect(list.sections.dropFirst().first?.header?.y == 268)
        let row = try #require(list.sections.first?.rows.first)
        #expect(row.product.name == "AC Schnitzer")
        #expect(row.icon == Rect(x: 16, y: 8, width: 44, height: 44))
        #expect(row.title == Rect(x: 76, y: 0, width: 213, height: 60))
        #expect(list.sections.allSatisfy { $0.isEmpty == nil && $0.rowCount == $0.rows.count })
        #expect(list.sectionIndex.map(\.title).joined() == "ABCDFGHJKLMNOQRSTWXYZ")
        #expect(list.sectionIndex.map(\.section) == Array(0..<21))
        // 21 entries of 14 in the middle of 568, and a bar as wide as the least one.
        #expect(list.sectionIndex.first?.frame == Rect(x: 305, y: 137, width: 15, height: 14))
        #expect(list.sectionIndex.last?.frame.maxY == 431)
        #expect(list.sectionIndexFrame == Rect(x: 305, y: 0, width: 15, height: 568))
        #expect(list.stickyHeader == nil)
        #expect(list.next == nil)
        #expect(list.version == 0)
    }

    @Test("The header of the section at the offset stays on top until the next one pushes it out")
    func stickyHeader() throws {
        let desk = try Desk()
        func header(_ change: (inout LayOutList) -> Void) throws -> LayOutList.StickyHeader? {
            var call = LayOutList(catalog: "cars")
            change(&call)
            return try desk.serve(call).stickyHeader
        }
        #expect(try header { $0.offset = 0 }?.frame.y == 0)
        #expect(try header { $0.offset = 100 }?.frame.y == 100)
        #expect(try header { $0.offset = 100 }?.title == "A")
        #expect(try header { $0.offset = 260 }?.frame.y == 240)
        #expect(try header { $0.offset = 268 }?.title == "B")
        #expect(try header { $0.offset = -1 } == nil)
        #expect(try header { $0.offset = 1e9 } == nil)
        // The top of what is visible is the offset where none is given.
        #expect(try header { $0.visible = Rect(x: 0, y: 100, width: 320, height: 568) }?.frame.y == 100)
        #expect(
            try header {
                $0.visible = Rect(x: 0, y: 260.4, width: 320, height: 568); $0.relative = true; $0.scale = 1
            }?
            .frame.y == -20
        )
        #expect(code { _ = try header { $0.offset = .nan } } == .invalidGeometry)
        #expect(code { _ = try header { $0.offset = -.infinity } } == .invalidGeometry)
    }

    @Test("The height is the sum of all parts, which follow one another without gaps", arguments: Shape.allCases)
    func heights(shape: Shape) throws {
        let desk = try Desk(shape)
        let groups = try desk.dispatcher.store.catalog(named: shape.rawValue).groups
        for call in Self.calls(shape) {
            let whole = try desk.whole(call)
            #expect(whole.sections.count == groups.count)
            #expect(whole.sections.map { $0.rows.map(\.product) } == groups.map(\.products))
            #expect(whole.sections.map(\.title) == groups.map(\.title))
            var bottom = 0.0
            for section in whole.sections {
                #expect((section.header == nil) == section.title.isEmpty)
                #expect((section.isEmpty == true) == groups[section.index].products.isEmpty)
                for frame in [section.header].compactMap({ $0 }) + section.rows.map(\.frame) {
                    #expect(abs(frame.y - bottom) < 1e-6, "a gap in section \(section.index)")
                    bottom = frame.maxY
                }
            }
            #expect(abs(whole.size.height - bottom) < 1e-6)
        }
    }

    @Test(
        "A window is what filtering the whole list gives, and may be relative to its origin",
        arguments: Shape.allCases
    )
    func window(shape: Shape) throws {
        let seed = UInt64(shape.rawValue.utf8.count) &+ 5
        var random = SplitMix64(seed: seed)
        let desk = try Desk(shape)
        for call in Self.calls(shape) {
            var call = call
            let whole = try desk.whole(call)
            for round in 0..<12 {
                let note: Comment = "seed \(seed), round \(round)"
                let visible = randomRect(near: whole.size, using: &random)
                call.visible = visible
                call.relative = nil
                let expected = Self.filtered(whole, visible)
                let window = try desk.whole(call)
                // A section without header and rows has no frame to filter by.
                let shown = window.sections.filter { !$0.rows.isEmpty || $0.header != nil }
                #expect(shown == expected, note)
                #expect(window.sections.allSatisfy { $0.isEmpty == true || !$0.rows.isEmpty || $0.header != nil }, note)
                #expect(window.sectionIndex == whole.sectionIndex)
                call.relative = true
                let scale = try Scale(checking: call.scale ?? 0)
                let origin = Point(x: scale.snap(visible.x), y: scale.snap(visible.y))
                let frames = try desk.whole(call).sections.flatMap { section in
                    [section.header].compactMap { $0 } + section.rows.map(\.frame)
                }
                let wanted = expected.flatMap { section in
                    ([section.header].compactMap { $0 } + section.rows.map(\.frame)).map { $0.relative(to: origin) }
                }
                #expect(frames == wanted, note)
            }
        }
    }

    @Test(
        "A touch in the middle of a row, a header or an index entry finds it, over the wire",
        arguments: Shape.allCases
    )
    func centres(shape: Shape) throws {
        var random = SplitMix64(seed: 12)
        let desk = try Desk(shape)
        let peer = try desk.peer()
        for call in Self.calls(shape) {
            var call = call
            let whole = try desk.whole(call)
            let rows = whole.sections.flatMap { section in section.rows.map { (section.index, $0) } }
            for (section, row) in rows.shuffled(using: &random).prefix(10) {
                // Scrolled so that the header at the top is not in the way.
                call.offset = row.frame.y - 60
                let hit = try desk.call(HitList(list: call, point: row.frame.center), from: peer).hit
                #expect(hit?.kind == .row)
                #expect(hit?.section == section)
                #expect(hit?.index == row.index)
                #expect(hit?.product == row.product)
                // The same in the window's own coordinates.
                var scrolled = call
                scrolled.offset = nil
                scrolled.visible = Rect(x: 0, y: row.frame.y - 60.3, width: 300, height: 400)
                scrolled.relative = true
                let part = try #require(try desk.whole(scrolled).sections.first { $0.index == section })
                let shown = try #require(part.rows.first { $0.index == row.index })
                let again = try desk.call(HitList(list: scrolled, point: shown.frame.center), from: peer).hit
                #expect(again?.kind == .row)
                #expect(again?.product == row.product)
            }
            for section in whole.sections.shuffled(using: &random).prefix(10) {
                guard let header = section.header else { continue }
                call.offset = header.y
                let hit = try desk.call(HitList(list: call, point: header.center), from: peer).hit
                #expect(hit == HitAnswer.Hit(kind: .header, section: section.index))
            }
            call.offset = nil
            for (index, entry) in whole.sectionIndex.enumerated() {
                let hit = try desk.serve(HitList(list: call, point: entry.frame.center)).hit
                #expect(hit == HitAnswer.Hit(kind: .indexEntry, index: index, section: entry.section))
            }
        }
    }

    @Test("The header at the top of the screen and the section index lie over the rows; beside the list is nothing")
    func layers() throws {
        let desk = try Desk()
        func hit(_ x: Double, _ y: Double, offset: Double? = nil) throws -> HitAnswer.Hit? {
            try desk.serve(HitList(list: LayOutList(catalog: "cars", offset: offset), point: Point(x: x, y: y))).hit
        }
        #expect(try hit(20, 100)?.kind == .row)
        #expect(try hit(20, 100, offset: 90)?.kind == .header)
        #expect(try hit(310, 300)?.kind == .indexEntry)
        // The bar stands still while the list scrolls.
        #expect(try hit(310, 1300, offset: 1000)?.section == (try hit(310, 300)?.section))
        #expect(try hit(20, 50)?.part == "icon")
        #expect(try hit(100, 50)?.part == "title")
        #expect(try hit(5, 50)?.part == "background")
        for (x, y) in [(-1.0, 50.0), (320, 50), (20, -1), (20, 1e6)] { #expect(try hit(x, y) == nil, "\(x), \(y)") }
        #expect(code { _ = try hit(.nan, 0) } == .invalidGeometry)
    }

    @Test("A group without rows is an empty section that says so; a flat list has neither header nor index")
    func emptyAndFlat() throws {
        let desk = try Desk(.odd)
        let odd = try desk.serve(LayOutList(catalog: "odd"))
        #expect(odd.sections.map(\.isEmpty) == [nil, true, true, nil, nil, true])
        #expect(odd.sections.map { $0.header == nil } == [true, false, true, false, false, false])
        #expect(odd.sectionIndex.map(\.section) == [1, 3, 4, 5])
        let flat = try desk.serve(LayOutList(catalog: "shop"))
        #expect(flat.sections.map(\.title) == [""])
        #expect(flat.sections.first?.rows.map(\.frame.y) == [0, 60, 120, 180, 240, 300])
        #expect(flat.sectionIndex.isEmpty)
        #expect(flat.sectionIndexFrame == nil)
        #expect(!flat.overflows)
        _ = try desk.dispatcher.store.put(try Catalog(name: "nothing", groups: []))
        let nothing = try desk.serve(LayOutList(catalog: "nothing"))
        #expect(nothing.size.height == 0)
        #expect(nothing.sections.isEmpty)
        #expect(code { _ = try desk.serve(LayOutList(catalog: "nope")) } == .unknownCatalog)
    }

    @Test("The section index: given titles, as wide as the widest, marks where not all fit, none")
    func sectionIndex() throws {
        let desk = try Desk(.odd)
        var call = LayOutList(catalog: "cars")
        call.indexTitles = ["A", "E", "", "Z", "0"]
        let given = try desk.serve(call).sectionIndex
        // E has no section: the last that is not after it is D's, the fourth. Nothing comes before A.
        #expect(given.map(\.title) == ["A", "E", "Z", "0"])
        #expect(given.map(\.section) == [0, 3, 20, 0])
        call.indexTitles = nil
        call.height = 100
        let marked = try desk.serve(call).sectionIndex
        #expect(marked.map { $0.isMark == true } == [false, true, false, true, false, true, false])
        #expect(marked.map(\.title) == ["A", "\u{2022}", "J", "\u{2022}", "Q", "\u{2022}", "Z"])
        call.showsIndex = false
        #expect(try desk.serve(call).sectionIndex.isEmpty)

        // A title of 133 wide characters at 11 points is cut to 100; a width that is given is taken as it is.
        #expect(try desk.serve(LayOutList(catalog: "odd")).sectionIndexFrame?.width == 100)
        var sized = LayOutList(catalog: "odd")
        sized.indexTitleWidth = 30
        #expect(try desk.serve(sized).sectionIndexFrame?.width == 34)
        sized.indexTitles = Array(repeating: "A", count: LayOutList.indexTitleLimit + 1)
        #expect(code { _ = try desk.serve(sized) } == .malformed)
        sized.indexTitles?.removeLast()
        sized.height = 1e6
        #expect(try desk.serve(sized).sectionIndex.count == LayOutList.indexTitleLimit)
    }

    @Test("A section index of thousands of titles is marked or refused, never an answer without end")
    func manyTitles() throws {
        let desk = try Desk(.categories)
        let peer = try desk.peer()
        #expect(try desk.call(LayOutList(catalog: "categories"), from: peer).sectionIndex.count == 39)
        var call = LayOutList(catalog: "categories", height: 100_000)
        #expect(code { _ = try desk.call(call, from: peer) } == .invalidGeometry)
        call.showsIndex = false
        #expect(try desk.call(call, from: peer).sections.count > 100)
        call = LayOutList(catalog: "categories")
        call.indexEntryHeight = .leastNonzeroMagnitude
        #expect(code { _ = try desk.call(call, from: peer) } == .invalidGeometry)
        call.indexEntryHeight = 0
        #expect(try desk.call(call, from: peer).sectionIndex.isEmpty)
    }

    @Test("Lengths that no list has are refused, whatever else is asked; the largest are not")
    func hostile() throws {
        let desk = try Desk(.odd)
        let peer = try desk.peer()
        func code(_ change: (inout LayOutList) -> Void) -> CartError.Code? {
            var call = LayOutList(catalog: "odd")
            change(&call)
            let codes = [
                CartServerTests.code { _ = try desk.call(call, from: peer) },
                CartServerTests.code { _ = try desk.call(HitList(list: call, point: .zero), from: peer) },
            ]
            #expect(codes[0] == codes[1])
            return codes[0]
        }
        let lengths: [WritableKeyPath<LayOutList, Double?>] = [
            \.width, \.height, \.rowHeight, \.headerHeight, \.margin, \.iconWidth, \.iconHeight, \.iconSpacing,
            \.indexWidth, \.indexTitleWidth, \.indexPadding, \.maximumIndexWidth, \.indexEntryHeight,
        ]
        for length in lengths {
            for value in badLengths { #expect(code { $0[keyPath: length] = value } == .invalidGeometry, "\(value)") }
            for value in [0, 4_503_599_627_370_496.0] { #expect(code { $0[keyPath: length] = value } == nil) }
        }
        for size in [0, -1, .nan, .infinity, 1e9] {
            #expect(
                CartServerTests.code {
                    var call = LayOutList(catalog: "odd")
                    call.fontSize = size
                    _ = try desk.call(call, from: peer)
                } == .invalidGeometry
            )
            #expect(code { $0.indexFontSize = size } == .invalidGeometry)
        }
        for scale in [-1, 4, Int.max, Int.min] { #expect(code { $0.scale = scale } == .invalidGeometry) }
        for value in [Double.nan, .infinity, -.infinity] {
            #expect(code { $0.offset = value } == .invalidGeometry)
            #expect(code { $0.visible = Rect(x: 0, y: value, width: 1, height: 1) } == .invalidGeometry)
            #expect(code { $0.visible = Rect(x: 0, y: 0, width: 1, height: value) } == .invalidGeometry)
        }
        #expect(code { $0.visible = Rect(x: 0, y: 0, width: 1, height: -1) } == .invalidGeometry)
        let everything = Rect(x: -1e308, y: -1e308, width: 1.7e308, height: 1.7e308)
        #expect(
            code {
                $0.visible = everything; $0.relative = true
            } == nil
        )
    }

    @Test("Rows without height fill pages, not a frame; places that are none give an empty page or are refused")
    func pages() throws {
        let desk = try Desk(.inventory)
        let peer = try desk.peer()
        var call = LayOutList(catalog: "inventory", rowHeight: 0)
        call.visible = Rect(x: 0, y: -1, width: 1, height: 2)
        let first = try desk.call(call, from: peer)
        let count = try #require(first.sections.first?.rows.count)
        #expect((500...1000).contains(count))
        #expect(first.next == LayOutList.Position(section: 0, row: count))
        call.from = first.next
        #expect(try desk.call(call, from: peer).sections.first?.rows.first?.index == count)
        for position in [(0, Int.max), (1, 0), (Int.max, Int.max)] {
            call.from = LayOutList.Position(section: position.0, row: position.1)
            #expect(try desk.call(call, from: peer).sections.allSatisfy { $0.rows.isEmpty })
            #expect(try desk.call(call, from: peer).next == nil)
        }
        for position in [(-1, 0), (0, -1), (Int.min, Int.min)] {
            call.from = LayOutList.Position(section: position.0, row: position.1)
            #expect(code { _ = try desk.call(call, from: peer) } == .malformed)
        }
    }

    @Test("A list that is kept is made anew when its catalog changes, and when the change is taken back")
    func cache() throws {
        let desk = try Desk(.odd)
        let store = desk.dispatcher.store
        func titles() throws -> [String] { try desk.serve(LayOutList(catalog: "odd")).sections.map(\.title) }
        let before = try titles()
        _ = try store.put(try Catalog(name: "odd", groups: [ProductGroup(title: "new")]))
        #expect(try titles() == ["new"])
        store.rollback()
        #expect(try titles() == before)
        // The same version number again, of another content.
        _ = try store.put(try Catalog(name: "odd", groups: [ProductGroup(title: "newer")]))
        #expect(try titles() == ["newer"])
        try store.commit()
        try store.removeCatalog(named: "odd")
        #expect(code { _ = try titles() } == .unknownCatalog)
        store.rollback()
        #expect(try titles() == ["newer"])
        // More lists than are kept.
        for height in 1...30 {
            let list = try desk.serve(LayOutList(catalog: "cars", rowHeight: Double(height)))
            #expect(list.size.height == Double(21 * 28 + 141 * height))
        }
    }
}
