import CartModel
import Testing
import TestSupport

@testable import CartStore

/// Random runs of controls against a model that is nothing but a dictionary and a number.
@Suite("Random runs of controls")
struct ControlRandomRunTests {
    struct Model: Equatable {
        var controls: [String: Control] = [:]
        var newest: Int64 = 0
    }

    static let names = ["a", "b", "caf\u{E9}", "cafe\u{301}", "\u{1F600}"]

    static func check(_ store: ModelStore, _ model: Model, _ note: Comment) throws {
        #expect(Dictionary(uniqueKeysWithValues: store.controls.map { ($0.name, $0) }) == model.controls, note)
        for control in store.controls {
            let expected = try #require(model.controls[control.name])
            #expect(Array(control.name.utf8) == Array(expected.name.utf8), note)
            #expect(control.hasIdenticalValues(to: expected), note)
        }
        #expect(store.controls.map(\.name) == model.controls.keys.sorted(), note)
        #expect(store.history.newest == model.newest, note)
    }

    static func change(_ store: ModelStore, _ model: inout Model, _ random: inout SplitMix64) throws {
        let name = names.randomElement(using: &random) ?? ""
        let state = ControlState(rawValue: .random(in: 0..<16, using: &random))
        var control = try model.controls[name] ?? Control(name: name)
        var isChanged = false
        var event = ControlEvent.Kind.changed
        switch Int.random(in: 0..<8, using: &random) {
        case 0...3:
            let kind = ControlValue.allCases.randomElement(using: &random) ?? .title
            let text = kind == .color ? "#00ff0\(state.rawValue % 10)" : StoreTests.texts.randomElement(using: &random)
            isChanged = try control.set(Control.Settings(state: state, values: [kind: text ?? ""]))
        case 4:
            isChanged = try control.set(Control.Settings(spacing: .random(in: 0...9, using: &random), vertical: .fill))
        case 5 where model.controls[name] != nil:
            isChanged = try control.changeState(setting: state, clearing: Control.states.subtracting(state))
            event = .state
        case 6 where model.controls[name] != nil:
            isChanged = try control.clear(for: state)
        case 7 where model.controls[name] != nil:
            if Bool.random(using: &random) {
                #expect(try store.send(.touchUpInside, toControlNamed: name) == model.newest + 1)
            } else {
                try store.removeControl(named: name)
                model.controls[name] = nil
            }
            model.newest += 1
        default: break
        }
        if isChanged {
            control = store.put(control, as: event)
            model.controls[name] = control
            model.newest += 1
        }
    }

    @Test("Commits, rollbacks, restarts and kills between random changes", arguments: UInt64(1)...6)
    func run(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try TemporaryFolder.inMemory()
        var store = try ModelStore(stateDirectory: folder.path)
        var (current, onDisk) = (Model(), Model())
        for step in 0..<150 {
            let note: Comment = "seed \(seed), step \(step)"
            switch Int.random(in: 0..<20, using: &random) {
            case 0...2:
                try store.commit()
                onDisk = current
            case 3:
                store.rollback()
                current = onDisk
            case 4:
                try folder.afterKill { try Self.check($0, onDisk, note) }
            case 5 where step % 3 == 0:
                try store.commit()
                onDisk = current
                let other = try TemporaryFolder.inMemory()
                // Closing first: two stores cannot have one folder.
                store = try ModelStore(stateDirectory: other.path)
                store = try ModelStore(stateDirectory: folder.path)
            default: try Self.change(store, &current, &random)
            }
            try Self.check(store, current, note)
        }
    }
}
