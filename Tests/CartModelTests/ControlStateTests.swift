import CartModel
import FoundationEssentials
import Testing

@Suite("Control states and events")
struct ControlStateTests {
    private static let allStates = (0..<16).map { ControlState(rawValue: $0) }

    @Test("The bits are UIKit's")
    func bits() {
        #expect(ControlState.normal.rawValue == 0)
        #expect(ControlState.highlighted.rawValue == 1)
        #expect(ControlState.disabled.rawValue == 2)
        #expect(ControlState.selected.rawValue == 4)
        #expect(ControlState.focused.rawValue == 8)
        #expect(ControlEvents.touchDown.rawValue == 1)
        #expect(ControlEvents.touchDownRepeat.rawValue == 2)
        #expect(ControlEvents.touchUpInside.rawValue == 64)
        #expect(ControlEvents.touchUpOutside.rawValue == 128)
        #expect(ControlEvents.touchCancel.rawValue == 256)
        #expect(ControlEvents.valueChanged.rawValue == 4096)
        #expect(ControlEvents.primaryActionTriggered.rawValue == 8192)
        #expect(ControlEvents.editingDidBegin.rawValue == 65536)
        #expect(ControlEvents.editingDidEndOnExit.rawValue == 524288)
        #expect(ControlEvents.allTouchEvents.isSuperset(of: [.touchDown, .touchUpInside, .touchCancel]))
        #expect(!ControlEvents.allTouchEvents.contains(.valueChanged))
        #expect(ControlEvents.allEvents.rawValue == .max)
    }

    @Test("Names and bits are translated both ways")
    func names() {
        #expect(ControlState(name: "selected") == .selected)
        #expect(ControlState(name: "Selected") == nil)
        #expect(([.selected, .highlighted] as ControlState).names == ["highlighted", "selected"])
        #expect(ControlState.normal.names == [])
        #expect(ControlEvents(name: "touchUpInside") == .touchUpInside)
        for (name, event) in ControlEvents.named { #expect(event.names == [name]) }
    }

    @Test("All sixteen combinations: the exact set or normal, never a part", arguments: allStates)
    func exactOrNormal(state: ControlState) {
        var titles = StateValues(normal: "normal")
        titles[.highlighted] = "highlighted"
        titles[.selected] = "selected"
        titles[[.selected, .disabled]] = "selected+disabled"
        titles[[.highlighted, .disabled, .selected, .focused]] = "all"
        let expected = [
            0: "normal", 1: "highlighted", 2: "normal", 3: "normal", 4: "selected", 5: "normal",
            6: "selected+disabled", 7: "normal", 8: "normal", 9: "normal", 10: "normal", 11: "normal", 12: "normal",
            13: "normal", 14: "normal", 15: "all",
        ]
        #expect(titles.value(for: state) == expected[Int(state.rawValue)])
    }

    @Test("Clearing falls back to normal, and clearing normal to nothing", arguments: allStates)
    func clearing(state: ControlState) {
        var colors = StateValues(normal: "black")
        colors[state] = "red"
        #expect(colors.value(for: state) == "red")
        colors[state] = nil
        #expect(colors.value(for: state) == (state == .normal ? nil : "black"))
        colors[.normal] = nil
        #expect(colors.value(for: state) == nil)
        #expect(colors.isEmpty)
    }

    @Test("A value for one set changes what is shown in that set alone", arguments: allStates)
    func settingIsLocal(state: ControlState) {
        var images = StateValues(normal: "plain")
        let before = Self.allStates.map { images.value(for: $0) }
        images[state] = "special"
        for (other, was) in zip(Self.allStates, before) where other != state && state != .normal {
            #expect(images.value(for: other) == was)
        }
        #expect(images.states == (state == .normal ? [.normal] : [.normal, state]))
    }

    @Test("A table is written by ascending bits and read back; a state that comes twice is refused")
    func coding() throws {
        var values = StateValues(normal: "n")
        values[[.selected, .focused]] = "sf"
        values[.disabled] = "d"
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode(values)
        let expected = #"[{"state":0,"value":"n"},{"state":2,"value":"d"},{"state":12,"value":"sf"}]"#
        #expect(String(decoding: data, as: UTF8.self) == expected)
        #expect(try JSONDecoder().decode(StateValues<String>.self, from: data) == values)
        let twice = Data(#"[{"state":1,"value":"a"},{"state":1,"value":"b"}]"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(StateValues<String>.self, from: twice) }
    }
}
