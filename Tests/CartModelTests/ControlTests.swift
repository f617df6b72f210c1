import CartModel
import Testing

@Suite("Controls")
struct ControlTests {
    static let allStates = (0..<16).map { ControlState(rawValue: $0) }

    static func code(_ body: () throws -> Void) -> CartError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CartError)?.code
        }
    }

    @Test("A new control is UIKit's: normal, in the middle, 2 between image and title, and shows nothing")
    func defaults() throws {
        let control = try Control(name: "buy")
        #expect(control.version == 0)
        #expect(control.state == .normal)
        #expect(control.spacing == 2)
        #expect(control.horizontal == .center)
        #expect(control.vertical == .center)
        #expect(control.statesWithValues.isEmpty)
        #expect(ControlValue.allCases.allSatisfy { control.shownValue($0, in: .normal) == nil })
    }

    @Test("All sixteen sets of states: the exact set or normal, never a part", arguments: allStates)
    func lookup(state: ControlState) throws {
        var control = try Control(name: "buy")
        for (set, title) in [
            (ControlState.normal, "normal"), (.selected, "selected"), ([.selected, .disabled], "both"),
        ] {
            try control.set(Control.Settings(state: set, values: [.title: title]))
        }
        try control.set(Control.Settings(state: .focused, values: [.color: "#00FF00"]))
        let title = [4: "selected", 6: "both"][state.rawValue] ?? "normal"
        #expect(control.shownValue(.title, in: state) == title)
        #expect(control.shownValue(.color, in: state) == (state == .focused ? "#00FF00" : nil))
        #expect(control.shownValue(.image, in: state) == nil)
        #expect(control.statesWithValues == [.normal, .selected, [.selected, .disabled], .focused])

        // Cleared, each falls back to normal.
        try control.clear([.title], for: state)
        #expect(control.shownValue(.title, in: state) == (state == .normal ? nil : "normal"))
    }

    @Test("Setting for a set of states that is not shown changes nothing that is", arguments: allStates)
    func otherState(state: ControlState) throws {
        var control = try Control(name: "buy")
        try control.set(Control.Settings(values: [.title: "t", .image: "i"]))
        try control.changeState(setting: [.highlighted, .selected], clearing: .normal)
        try control.set(Control.Settings(state: state, values: [.title: "other", .image: ""]))
        let isShown = state == .normal || state == [.highlighted, .selected]
        #expect(control.shownValue(.title, in: control.state) == (isShown ? "other" : "t"))
        #expect(control.shownValue(.image, in: control.state) == (isShown ? "" : "i"))
    }

    @Test("Every change raises the version by one, and what changes nothing does not")
    func versions() throws {
        var control = try Control(name: "buy")
        #expect(try control.set(Control.Settings()))
        #expect(control.version == 1)
        #expect(try !control.set(Control.Settings()))
        #expect(try control.set(Control.Settings(values: [.title: "e\u{301}", .color: "#ffFF09"], spacing: 4)))
        #expect(control.version == 2)
        #expect(try !control.set(Control.Settings(values: [.title: "e\u{301}"], spacing: 4, horizontal: .center)))
        // The same to Swift, but other bytes.
        #expect(try control.set(Control.Settings(values: [.title: "\u{E9}"])))
        #expect(control.version == 3)
        #expect(control.value(.title, for: .normal).map { Array($0.utf8) } == [0xC3, 0xA9])
        #expect(try control.set(Control.Settings(horizontal: .trailing, vertical: .fill)))
        #expect(try control.changeState(setting: .selected, clearing: .disabled))
        #expect(try !control.changeState(setting: .selected, clearing: .disabled))
        #expect(try control.changeState(setting: .disabled, clearing: .selected))
        #expect(control.state == .disabled)
        #expect(try !control.clear(for: .selected))
        #expect(try control.clear(for: .normal))
        #expect(control.statesWithValues.isEmpty)
        #expect(control.version == 7)
        try control.check(expectedVersion: 7)
        #expect(Self.code { try control.check(expectedVersion: 6) } == .versionConflict)
    }

    @Test("What a control cannot have is refused, with its field, and changes nothing")
    func refusals() throws {
        var control = try Control(name: "buy")
        try control.set(Control.Settings(values: [.title: "t"]))
        let before = control
        let bad: [(Control.Settings, String)] = [
            (Control.Settings(state: ControlState(rawValue: 16), values: [.title: "x"]), "state"),
            (Control.Settings(state: ControlState(rawValue: .max), values: [.title: "x"]), "state"),
            (Control.Settings(values: [.title: String(repeating: "é", count: 201)]), "title"),
            (Control.Settings(values: [.title: "a\0b"]), "title"),
            (Control.Settings(values: [.image: String(repeating: "i", count: 256)]), "image"),
            (Control.Settings(values: [.image: "a\u{7}"]), "image"),
            (Control.Settings(values: [.title: "fine", .color: "red"]), "color"),
        ]
        for (settings, field) in bad {
            do {
                try control.set(settings)
                Issue.record("\(field) was taken")
            } catch {
                #expect(error.code == .invalidControl)
                #expect(error.details["field"] == .string(field))
            }
            #expect(control == before)
        }
        for color in ["", "#", "#12345", "#1234567", "123456", "#12345G", "#12345\u{301}", "#１２３４５６", "#12 456"] {
            let settings = Control.Settings(values: [.color: color])
            #expect(Self.code { try control.set(settings) } == .invalidControl, "\(color)")
        }
        for spacing in [-1, .nan, .infinity, -.infinity, 1e300, -0.1] {
            #expect(Self.code { try control.set(Control.Settings(spacing: spacing)) } == .invalidGeometry)
        }
        #expect(Self.code { try control.changeState(setting: .selected, clearing: .selected) } == .invalidControl)
        #expect(
            Self.code { try control.changeState(setting: ControlState(rawValue: 64), clearing: []) } == .invalidControl
        )
        #expect(control == before)
        for name in ["", "a\nb", String(repeating: "n", count: 129)] {
            #expect(Self.code { _ = try Control(name: name) } == .invalidName)
        }
        // The longest that fits.
        try control.set(
            Control.Settings(values: [
                .title: String(repeating: "t", count: 400), .image: String(repeating: "i", count: 255),
            ])
        )
    }
}
