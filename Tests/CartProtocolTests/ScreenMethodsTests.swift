import CBOR
import CartLayout
import CartModel
import CartProtocol
import Testing

@Suite("Methods of the screens")
struct ScreenMethodsTests {
    static let requests: [Request] = {
        let rect = Rect(x: 0.5, y: -1, width: 10, height: 1e9)
        let grid = LayOutGrid(
            catalog: "c",
            group: "g",
            width: 1,
            columns: 2,
            scale: 3,
            direction: .rightToLeft,
            fontSize: 9,
            visible: rect,
            relative: true,
            from: 7
        )
        var list = LayOutList(
            catalog: "c",
            width: 1,
            height: 2,
            rowHeight: 3,
            scale: 2,
            direction: .rightToLeft,
            visible: rect,
            relative: true,
            offset: -4,
            from: LayOutList.Position(section: 1, row: 2)
        )
        list.headerHeight = 4
        list.margin = 5
        list.iconWidth = 6
        list.iconHeight = 7
        list.iconSpacing = 8
        list.showsIndex = false
        list.indexTitles = ["A", "é", ""]
        list.indexWidth = 9
        list.indexTitleWidth = 10
        list.indexPadding = 11
        list.maximumIndexWidth = 12
        list.indexEntryHeight = 13
        list.fontSize = 14
        list.indexFontSize = 15
        let control = LayOutControl(
            control: "n",
            title: "t",
            color: "#000000",
            image: "i",
            width: 1,
            height: 2,
            state: [.selected, .focused],
            horizontal: .leading,
            vertical: .fill,
            spacing: 3,
            direction: .leftToRight,
            scale: 1,
            imageSize: Size(width: 4, height: 5),
            titleSize: Size(width: 6, height: 7),
            fontSize: 8
        )
        let point = Point(x: -1.5, y: 2)
        return [
            .layOutGrid(grid), .layOutList(list), .layOutControl(control), .layOutControl(LayOutControl()),
            .hitGrid(HitGrid(grid: grid, point: point)), .hitList(HitList(list: list, point: point)),
            .hitControl(HitControl(control: control, point: point)),
            .setControl(
                SetControl(
                    control: "n",
                    state: .disabled,
                    title: "",
                    color: "#abcdef",
                    image: "i",
                    spacing: 0,
                    horizontal: .trailing,
                    vertical: .bottom,
                    expectedVersion: 4
                )
            ),
            .setControl(SetControl(control: "n")),
            .clearControl(ClearControl(control: "n", state: .selected, values: [.color, .image], expectedVersion: 1)),
            .showControl(ShowControl(control: "n")), .listControls(ListControls(after: "m")),
            .removeControl(RemoveControl(control: "n", expectedVersion: 2)),
            .changeControlState(
                ChangeControlState(control: "n", set: .selected, clear: [.disabled, .focused], expectedVersion: 3)
            ),
            .sendControlEvents(SendControlEvents(control: "n", events: [.touchUpInside, .valueChanged])),
            .pollControlEvents(PollControlEvents(after: 9, control: "n", events: .touchDown)),
        ]
    }()

    func sent<M: Method>(_ method: M) throws -> RequestEnvelope {
        let bytes = try CBOREncoder().encode(OutgoingRequest(id: 1, params: method))
        return try CBORDecoder().decode(RequestEnvelope.self, from: bytes)
    }

    @Test("What the client writes, the daemon reads", arguments: requests)
    func roundTrip(request: Request) throws {
        #expect(try sent(request.method).request.get() == request)
    }

    @Test("Every method is reached by its name")
    func names() {
        let names = [
            "layout.grid", "layout.list", "layout.control", "hit.grid", "hit.list", "hit.control", "control.set",
            "control.clear", "control.show", "control.list", "control.remove", "control.change", "control.send",
            "control.poll",
        ]
        #expect(Set(Self.requests.map { type(of: $0.method).name }) == Set(names))
        #expect(Set(Request.methodNames).isSuperset(of: names))
        let mutations = Self.requests.filter(\.isMutation).map { type(of: $0.method).name }
        #expect(
            Set(mutations) == ["control.set", "control.clear", "control.remove", "control.change", "control.send"]
        )
    }

    @Test("Nothing hit is null, not an absent field")
    func nothingHit() throws {
        let bytes = try CBOREncoder().encode(HitAnswer(hit: nil))
        #expect(bytes == [0xA1, 0x63] + Array("hit".utf8) + [0xF6])
        #expect(try CBORDecoder().decode(HitAnswer.self, from: bytes) == HitAnswer(hit: nil))
    }

    @Test("States and events travel as UIKit's bits, alignments by UIKit's names")
    func bits() throws {
        let bytes = try CBOREncoder().encode(
            SetControl(control: "n", state: [.highlighted, .selected], horizontal: .leading, vertical: .top)
        )
        let value = try CBORDecoder().decode(CBORValue.self, from: bytes)
        #expect(value == ["control": "n", "state": 5, "horizontal": "leading", "vertical": "top"])
        let send = try CBOREncoder().encode(SendControlEvents(control: "n", events: .touchUpInside))
        #expect(try CBORDecoder().decode(CBORValue.self, from: send) == ["control": "n", "events": 64])
    }

    @Test("A kind that only a newer daemon knows is kept")
    func openSets() throws {
        let hit = HitAnswer(hit: HitAnswer.Hit(kind: HitAnswer.Kind(rawValue: "badge")))
        #expect(try CBORDecoder().decode(HitAnswer.self, from: CBOREncoder().encode(hit)) == hit)
        let event = PollControlEvents.Event(
            sequence: 1,
            control: "n",
            kind: PollControlEvents.Kind(rawValue: "moved"),
            state: ControlState(rawValue: 1 << 20),
            version: 1
        )
        #expect(try CBORDecoder().decode(PollControlEvents.Event.self, from: CBOREncoder().encode(event)) == event)
    }

    @Test("The model and the layout name the same alignments")
    func alignments() {
        #expect(Control.HorizontalAlignment.allCases.map(\.rawValue) == HorizontalAlignment.allCases.map(\.rawValue))
        #expect(Control.VerticalAlignment.allCases.map(\.rawValue) == VerticalAlignment.allCases.map(\.rawValue))
    }
}
