import CartLayout
import CartModel
import CartProtocol
import CartServer
import CartStore
import Testing

@Suite("Controls through the dispatcher")
struct ControlScreenTests {
    static let sizes = (image: Size(width: 30, height: 20), title: Size(width: 40, height: 10))

    @Test("A control that is described in the call alone is laid out around what it has")
    func inline() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let both = try desk.call(
            LayOutControl(width: 100, height: 100, imageSize: Self.sizes.image, titleSize: Self.sizes.title),
            from: peer
        )
        #expect(both.bounds == Rect(x: 0, y: 0, width: 100, height: 100))
        #expect(both.content == Rect(x: 30, y: 34, width: 40, height: 32))
        #expect(both.image == Rect(x: 35, y: 34, width: 30, height: 20))
        #expect(both.title == Rect(x: 30, y: 56, width: 40, height: 10))
        #expect(both.appearance == LayOutControl.Appearance())
        #expect(both.state == .normal)
        #expect(both.version == nil)
        #expect(both.text == nil)
        // Without bounds it is as large as its content.
        let hugged = try desk.call(LayOutControl(imageSize: Self.sizes.image, titleSize: Self.sizes.title), from: peer)
        #expect(hugged.bounds == Rect(x: 0, y: 0, width: 40, height: 32))
        #expect(hugged.content == hugged.bounds)
        let nothing = try desk.call(LayOutControl(width: 50, height: 50), from: peer)
        #expect(nothing.content == Rect(x: 25, y: 25, width: 0, height: 0))
        #expect(nothing.image == nil)
        #expect(nothing.title == nil)
        // 3 wide at the leading edge of 10, right to left.
        let leading = LayOutControl(
            width: 10,
            height: 10,
            horizontal: .leading,
            direction: .rightToLeft,
            imageSize: Size(width: 3, height: 3)
        )
        #expect(try desk.call(leading, from: peer).image?.x == 7)
    }

    @Test("Titles and pictures that nobody has sized are measured, or have the documented size")
    func measured() throws {
        let desk = try Desk()
        let control = LayOutControl(title: "包 ab", image: "qianbao", fontSize: 10)
        let answer = try desk.serve(control)
        // Synthetic: 10 for the wide character, 5 for each other one; 10 high.
        #expect(answer.title?.size == Size(width: 25, height: 10))
        #expect(answer.image?.size == Size(width: 44, height: 44))
        #expect(answer.bounds.size == Size(width: 44, height: 56))
        #expect(answer.appearance == LayOutControl.Appearance(title: "包 ab", image: "qianbao"))
        #expect(answer.text == nil)
        let narrow = try desk.serve(LayOutControl(title: "abcdef", width: 20, fontSize: 10))
        #expect(narrow.title?.width == 20)
        #expect(narrow.text == "abc…")
        // The caller's own size always wins, and says nothing about its font.
        let own = try desk.serve(LayOutControl(title: "abcdef", width: 20, titleSize: Size(width: 100, height: 9)))
        #expect(own.title == Rect(x: 0, y: 0, width: 20, height: 9))
        #expect(own.text == nil)
        // An empty title is none, whatever its size.
        #expect(try desk.serve(LayOutControl(title: "", titleSize: Size(width: 9, height: 9))).title == nil)
        let pictured = LayoutResources(pictures: { $0 == "qianbao" ? (width: 12, height: 8) : nil })
        desk.layout = pictured
        #expect(try desk.serve(control).image?.size == Size(width: 12, height: 8))
        #expect(try desk.serve(LayOutControl(image: "other")).image?.size == Size(width: 44, height: 44))
    }

    @Test("All sixteen sets of states show the exact set or normal; setting another changes nothing shown")
    func states() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        for (state, title) in [(nil, "N"), (ControlState.selected, "S"), ([.highlighted, .disabled], "HD")] {
            _ = try desk.call(SetControl(control: "buy", state: state, title: title), from: peer)
        }
        _ = try desk.call(SetControl(control: "buy", state: .disabled, color: "#808080", image: ""), from: peer)
        _ = try desk.call(SetControl(control: "buy", color: "#FF0000", image: "bag"), from: peer)
        for bits in UInt32(0)..<16 {
            let state = ControlState(rawValue: bits)
            let answer = try desk.call(LayOutControl(control: "buy", state: state), from: peer)
            #expect(answer.state == state)
            #expect(answer.appearance.title == [4: "S", 3: "HD"][bits] ?? "N")
            #expect(answer.appearance.color == (bits == 2 ? "#808080" : "#FF0000"))
            #expect((answer.image == nil) == (bits == 2))
            #expect(answer.version == 5)
        }
        // Its own state is shown where none is asked for.
        _ = try desk.call(ChangeControlState(control: "buy", set: .selected), from: peer)
        #expect(try desk.call(LayOutControl(control: "buy"), from: peer).appearance.title == "S")
        let shown = try desk.call(LayOutControl(control: "buy"), from: peer)
        _ = try desk.call(SetControl(control: "buy", state: [.selected, .focused], title: "other"), from: peer)
        var after = try desk.call(LayOutControl(control: "buy"), from: peer)
        after.version = shown.version
        #expect(after == shown)
        // Cleared, it falls back to normal; cleared there too, to nothing.
        _ = try desk.call(ClearControl(control: "buy", state: .selected, values: [.title]), from: peer)
        #expect(try desk.call(LayOutControl(control: "buy"), from: peer).appearance.title == "N")
        _ = try desk.call(ClearControl(control: "buy"), from: peer)
        #expect(try desk.call(LayOutControl(control: "buy"), from: peer).appearance == LayOutControl.Appearance())
        #expect(try desk.call(LayOutControl(control: "buy"), from: peer).title == nil)
        // The size of a title does not make one where a stored control has none.
        let sized = LayOutControl(control: "buy", imageSize: Self.sizes.image, titleSize: Self.sizes.title)
        #expect(try desk.call(sized, from: peer).content.size == .zero)
    }

    @Test("What is stored is laid out with; what the call gives wins")
    func stored() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let set = SetControl(control: "b", title: "t", image: "i", spacing: 5, horizontal: .trailing, vertical: .bottom)
        let view = try desk.call(set, from: peer).control
        #expect(view.spacing == 5)
        #expect(view.horizontal == .trailing)
        #expect(view.values == [ControlView.Values(state: .normal, title: "t", image: "i")])
        var call = LayOutControl(control: "b", width: 100, height: 100)
        (call.imageSize, call.titleSize) = Self.sizes
        #expect(try desk.call(call, from: peer).content == Rect(x: 60, y: 65, width: 40, height: 35))
        call.direction = .rightToLeft
        #expect(try desk.call(call, from: peer).content.x == 0)
        call.spacing = 0
        call.horizontal = .center
        call.vertical = .top
        #expect(try desk.call(call, from: peer).content == Rect(x: 30, y: 0, width: 40, height: 30))
        call.title = "other"
        #expect(try desk.call(call, from: peer).appearance.title == "other")
        #expect(try desk.call(ShowControl(control: "b"), from: peer).control == view)
    }

    @Test("The middle of a part is that part; outside is nothing, not an error")
    func hits() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        var call = LayOutControl(width: 100, height: 100)
        (call.imageSize, call.titleSize) = Self.sizes
        let layout = try desk.call(call, from: peer)
        func kind(_ point: Point?) throws -> String? {
            try desk.call(HitControl(control: call, point: try #require(point)), from: peer).hit?.kind.rawValue
        }
        #expect(try kind(layout.image?.center) == "image")
        #expect(try kind(layout.title?.center) == "title")
        #expect(try kind(Point(x: 31, y: 40)) == "content")
        #expect(try kind(Point(x: 1, y: 1)) == "background")
        for (x, y) in [(100.0, 1.0), (-0.1, 1), (1, 100)] { #expect(try kind(Point(x: x, y: y)) == nil) }
        #expect(code { _ = try kind(Point(x: .nan, y: 0)) } == .invalidGeometry)
    }

    @Test("Lengths that no control has are refused; the largest are not")
    func hostile() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        func code(_ change: (inout LayOutControl) -> Void) -> CartError.Code? {
            var call = LayOutControl()
            (call.imageSize, call.titleSize) = Self.sizes
            change(&call)
            let codes = [
                CartServerTests.code { _ = try desk.call(call, from: peer) },
                CartServerTests.code { _ = try desk.call(HitControl(control: call, point: .zero), from: peer) },
            ]
            #expect(codes[0] == codes[1])
            return codes[0]
        }
        for value in badLengths {
            #expect(code { $0.width = value } == .invalidGeometry)
            #expect(code { $0.height = value } == .invalidGeometry)
            #expect(code { $0.spacing = value } == .invalidGeometry)
            #expect(code { $0.imageSize = Size(width: value, height: 1) } == .invalidGeometry)
            #expect(code { $0.imageSize = Size(width: 1, height: value) } == .invalidGeometry)
            #expect(code { $0.titleSize = Size(width: value, height: 1) } == .invalidGeometry)
            #expect(code { $0.titleSize = Size(width: 1, height: value) } == .invalidGeometry)
        }
        for value in [0, 4_503_599_627_370_496.0] {
            #expect(
                code {
                    $0.width = value; $0.height = value; $0.spacing = value
                } == nil
            )
            #expect(code { $0.imageSize = Size(width: value, height: value) } == nil)
            #expect(
                code {
                    $0.imageSize = Size(width: value, height: value); $0.titleSize = $0.imageSize
                } == nil
            )
        }
        for scale in [-1, 4, Int.max, Int.min] { #expect(code { $0.scale = scale } == .invalidGeometry) }
        for size in [0, -1, .nan, 1e9] {
            #expect(
                code {
                    $0.titleSize = nil; $0.title = "t"; $0.fontSize = size
                } == .invalidGeometry
            )
        }
        #expect(code { $0.state = ControlState(rawValue: 16) } == .invalidControl)
        #expect(code { $0.color = "red" } == .invalidControl)
        #expect(code { $0.title = String(repeating: "x", count: 401) } == .invalidControl)
        #expect(code { $0.control = "nope" } == .unknownControl)
        #expect(code { $0.control = "" } == .invalidName)
        // More room between than there is room at all.
        let tight = LayOutControl(
            width: 50,
            height: 10,
            spacing: 100,
            imageSize: Self.sizes.image,
            titleSize: Self.sizes.title
        )
        #expect(try desk.call(tight, from: peer).content.height == 10)
    }
}
