import CartModel
import Testing
import TestSupport

@testable import CartStore

@Suite("Stored controls")
struct ControlStoreTests {
    static func control(_ name: String = "buy") throws -> Control {
        var control = try Control(name: name)
        for (index, text) in StoreTests.texts.enumerated() {
            let state = ControlState(rawValue: UInt32(index))
            try control.set(Control.Settings(state: state, values: [.title: text, .image: index % 2 == 0 ? "" : text]))
        }
        try control.set(
            Control.Settings(
                state: .focused,
                values: [.color: "#a0B1c2"],
                spacing: 0.1,
                horizontal: .trailing,
                vertical: .fill
            )
        )
        try control.changeState(setting: [.selected, .disabled], clearing: .normal)
        return control
    }

    /// Everything of the controls, byte for byte.
    static func bytes(_ store: ModelStore) -> [[UInt8]] {
        store.controls.flatMap { control -> [[UInt8]] in
            let head =
                "\(control.version) \(control.state.rawValue) \(control.spacing) \(control.horizontal) \(control.vertical)"
            let values = control.statesWithValues.flatMap { state in
                ControlValue.allCases.map { Array((control.value($0, for: state) ?? "-").utf8) }
            }
            return [Array(control.name.utf8), Array(head.utf8)] + values
        }
    }

    @Test("What is committed is there after kill -9, byte for byte; what is not is not")
    func durability() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path)
        store.put(try Self.control(), as: .changed)
        store.put(try Control(name: "e\u{301}"), as: .changed)
        #expect(store.hasUncommittedChanges)
        try folder.afterKill { #expect($0.controls.isEmpty) }

        // A control that nobody has changed is none that a store can bring back.
        store.rollback()
        #expect(!store.hasUncommittedChanges)
        var other = try Control(name: "e\u{301}")
        try other.set(Control.Settings())
        store.put(try Self.control(), as: .changed)
        store.put(other, as: .changed)
        try store.commit()
        #expect(!store.hasUncommittedChanges)
        try folder.afterKill { #expect(Self.bytes($0) == Self.bytes(store)) }

        // Every kind of change.
        var control = try store.control(named: "buy")
        try control.changeState(setting: .normal, clearing: .selected)
        store.put(control, as: .state)
        try store.commit()
        try folder.afterKill { #expect(Self.bytes($0) == Self.bytes(store)) }
        try control.clear(for: .normal)
        try control.set(Control.Settings(state: .focused, values: [.title: "\u{E9}"]))
        store.put(control, as: .changed)
        try store.commit()
        try folder.afterKill { #expect(Self.bytes($0) == Self.bytes(store)) }
        try store.removeControl(named: "buy")
        try store.commit()
        try folder.afterKill { #expect($0.controls.map(\.name) == ["e\u{301}"]) }
        #expect(throws: CartError.self) { try store.control(named: "buy") }
        #expect(throws: CartError.self) { try store.removeControl(named: "buy") }

        // Made and removed in one turn, and made again.
        store.put(try Self.control("brief"), as: .changed)
        try store.removeControl(named: "brief")
        try store.removeControl(named: "e\u{301}")
        store.put(other, as: .changed)
        try store.commit()
        try folder.afterKill { #expect(Self.bytes($0) == Self.bytes(store)) }
        #expect(store.controls == [other])
    }

    @Test("Names that Swift takes for equal are one name, in the first spelling")
    func canonicalEquivalence() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path)
        var control = try Control(name: "caf\u{E9}")
        try control.set(Control.Settings(values: [.title: "1"]))
        store.put(control, as: .changed)
        var second = try store.control(named: "cafe\u{301}").named("cafe\u{301}")
        try second.set(Control.Settings(values: [.title: "2"]))
        #expect(Array(store.put(second, as: .changed).name.utf8) == Array("caf\u{E9}".utf8))
        try store.commit()
        try folder.afterKill { store throws in
            #expect(store.controls.map { Array($0.name.utf8) } == [Array("caf\u{E9}".utf8)])
            #expect(try store.control(named: "cafe\u{301}").value(.title, for: .normal) == "2")
        }
    }

    @Test("Rollback takes back everything since the last commit, its events too")
    func rollback() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path)
        let kept = store.put(try Self.control("kept"), as: .changed)
        let removed = store.put(try Self.control("removed"), as: .changed)
        try store.commit()
        for _ in 0..<2 {
            var control = kept
            try control.changeState(setting: .highlighted, clearing: .normal)
            store.put(control, as: .state)
            try store.removeControl(named: "removed")
            store.put(try Self.control("new"), as: .changed)
            #expect(try store.send(.touchUpInside, toControlNamed: "kept") == 6)
            store.rollback()
            #expect(!store.hasUncommittedChanges)
            #expect(store.controls == [kept, removed])
            #expect(store.history.newest == 2)
        }
        try folder.afterKill { #expect($0.controls == [kept, removed]) }
    }

    @Test("The numbers of events go on over restarts, and whoever missed some is told")
    func sequence() throws {
        let folder = try TemporaryFolder.inMemory()
        var store: ModelStore? = try ModelStore(stateDirectory: folder.path)
        store?.put(try Self.control(), as: .changed)
        for _ in 0..<3 { _ = try store?.send(.touchDown, toControlNamed: "buy") }
        #expect(throws: CartError.self) { try store?.send(.touchDown, toControlNamed: "nope") }
        try store?.commit()
        #expect(store?.history.newest == 4)
        #expect(try store?.send(.touchDown, toControlNamed: "buy") == 5)
        store = nil
        let again = try ModelStore(stateDirectory: folder.path)
        #expect(again.history.newest == 4)
        #expect(again.history.changes(after: 3).isIncomplete)
        #expect(!again.history.changes(after: 4).isIncomplete)
        #expect(try again.send(.touchDown, toControlNamed: "buy") == 5)
        try again.commit()
        #expect(again.history.changes(after: 4).changes.map(\.sequence) == [5])
    }

    @Test(
        "Controls that cannot be what was written",
        arguments: [
            ("UPDATE controls SET state = 16", "states 16"),
            ("UPDATE controls SET state = -1", "not readable"),
            ("UPDATE controls SET version = 0", "version 0"),
            ("UPDATE controls SET spacing = -1", "spacing is -1"),
            ("UPDATE controls SET spacing = 9e999", "spacing is inf"),
            ("UPDATE controls SET horizontal = 'middle'", "not readable"),
            ("UPDATE controls SET name = ''", "is empty"),
            ("UPDATE controls SET number = -1", "has the number -1"),
            ("UPDATE control_values SET control = 7", "does not exist"),
            ("UPDATE control_values SET color = 'red'", "#RRGGBB"),
            ("UPDATE control_values SET state = 4294967296 WHERE state = 8", "not readable"),
            ("UPDATE control_values SET title = CAST(x'ff' AS TEXT)", "not UTF-8"),
            ("UPDATE counters SET value = -1", "newest change"),
            ("DELETE FROM counters", "newest change"),
        ]
    )
    func damage(sql: String, word: String) throws {
        let folder = try TemporaryFolder.inMemory()
        var store: ModelStore? = try ModelStore(stateDirectory: folder.path)
        store?.put(try Self.control(), as: .changed)
        try store?.commit()
        store = nil
        // With its values where the number changes.
        let values = sql.contains("number") ? "; UPDATE control_values SET control = -1" : ""
        try RefusalTests.run(sql + values, on: folder.database)
        try RefusalTests.expectRefusal(folder, word)
    }
}
