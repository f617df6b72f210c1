import CartClient
import Testing
import TestSupport

/// Lists, controls and their events, whose answers come in parts.
@Suite struct ScreenPagesTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("cartd.sock")
    }

    /// Calls a server that answers each request by a closure.
    private func withClient(
        _ answer: @escaping @Sendable (Request, Int) throws -> any Codable & Sendable,
        _ body: (CartClient) throws -> Void
    ) throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            var number = 0
            while true {
                let call = try peer.request()
                try peer.answerTo(call, answer(try call.request.get(), number))
                number += 1
            }
        }
        try body(CartClient(.init(socket: .path(path), timeout: .seconds(20), environment: [:])))
        try server.end()
    }

    private static func section(_ index: Int, rows: Range<Int>, of count: Int) -> LayOutList.Section {
        let frame = Rect(x: 0, y: 0, width: 1, height: 1)
        return .init(
            index: index,
            title: "S\(index)",
            header: rows.lowerBound == 0 ? frame : nil,
            rowCount: count,
            rows: rows.map {
                .init(
                    index: $0,
                    product: Product(id: "\(index)-\($0)", name: ""),
                    frame: frame,
                    icon: frame,
                    title: frame
                )
            }
        )
    }

    /// A page of at most so many rows; a section without rows counts as one.
    private static func page(
        of counts: [Int],
        from: LayOutList.Position?,
        size: Int,
        version: Int64
    ) -> LayOutList.Answer {
        var position = from ?? .init(section: 0, row: 0)
        var room = size
        var sections: [LayOutList.Section] = []
        while position.section < counts.count, room > 0 {
            let count = counts[position.section]
            // A place of the catalog of before may lie beyond the section's end.
            let rows = min(position.row, count)..<min(count, position.row + room)
            sections.append(section(position.section, rows: rows, of: count))
            room -= max(rows.count, 1)
            position.row = rows.upperBound
            if position.row == count { position = .init(section: position.section + 1, row: 0) }
        }
        let isFirst = from == nil
        return .init(
            size: Size(width: 1, height: 1),
            overflows: true,
            version: version,
            sections: sections,
            sectionIndex: isFirst ? [.init(title: "S", section: 0, frame: .zero)] : [],
            stickyHeader: isFirst ? .init(section: 0, title: "S", frame: .zero, headerTitle: .zero) : nil,
            next: position.section < counts.count ? position : nil
        )
    }

    @Test func joinsTheSectionsOfAList() throws {
        let counts = [5, 0, 2, 1, 0]
        for size in 1...9 {
            try withClient { request, _ in
                guard case .layOutList(let list) = request, list.catalog == "cars", list.offset == 3 else {
                    throw FakeConnection.Ended()
                }
                return Self.page(of: counts, from: list.from, size: size, version: 4)
            } _: { client in
                let whole = try client.layOutList(LayOutList(catalog: "cars", offset: 3))
                #expect(whole == Self.page(of: counts, from: nil, size: 100, version: 4), "pages of \(size)")
            }
        }
    }

    @Test func beginsAgainWithAListWhoseCatalogIsReplaced() throws {
        try withClient { request, number in
            guard case .layOutList(let list) = request else { throw FakeConnection.Ended() }
            return number < 2
                ? Self.page(of: [9], from: list.from, size: 2, version: 1)
                : Self.page(of: [3, 3], from: list.from, size: 2, version: 2)
        } _: { client in
            let whole = try client.layOutList(LayOutList(catalog: "cars"))
            #expect(whole == Self.page(of: [3, 3], from: nil, size: 100, version: 2))
        }
    }

    @Test func listsControlsOfAllPagesAsOfTheFirst() throws {
        let names = ["a", "b", "c", "d", "e"]
        try withClient { request, number in
            guard case .listControls(let list) = request else { throw FakeConnection.Ended() }
            let start = list.after.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            let page = names[start...].prefix(2)
            return ListControls.Answer(
                controls: page.map { ControlView(name: $0, version: 1) },
                sequence: 7 + Int64(number),
                next: page.endIndex < names.endIndex ? page.last : nil
            )
        } _: { client in
            let (controls, sequence) = try client.controls()
            #expect(controls.map(\.name) == names)
            #expect(sequence == 7)
        }
    }

    @Test func readsEventsUpToTheNewestAtTheBeginning() throws {
        try withClient { request, number in
            guard case .pollControlEvents(let poll) = request, poll.control == "a" else { throw FakeConnection.Ended() }
            let first = (poll.after ?? 0) + 1
            // Two at a time, and three more come each time: it has to end all the same.
            return PollControlEvents.Answer(
                events: [first, first + 1].map {
                    .init(sequence: $0, control: "a", kind: .sent, events: .touchDown, state: .normal, version: 1)
                },
                sequence: first + 1,
                newest: 7 + 3 * Int64(number),
                resync: number == 0 ? true : nil
            )
        } _: { client in
            let answer = try client.controlEvents(PollControlEvents(after: 2, control: "a"))
            #expect(answer.events.map(\.sequence) == [3, 4, 5, 6, 7, 8])
            #expect(answer.sequence == 8 && answer.newest == 13 && answer.resync == true)
        }
    }

    @Test func doesNotFollowPagesInACircle() throws {
        try withClient { request, _ in
            switch request {
            case .layOutList:
                LayOutList.Answer(
                    size: .zero,
                    overflows: false,
                    version: 1,
                    next: .init(section: 0, row: 0)
                )
            case .listControls(let list):
                ListControls.Answer(
                    controls: [ControlView(name: "a", version: 1)],
                    sequence: 1,
                    next: list.after ?? "a"
                )
            default:
                PollControlEvents.Answer(events: [], sequence: 1, newest: 2)
            }
        } _: { client in
            let calls: [() throws -> Void] = [
                { _ = try client.layOutList(LayOutList(catalog: "x")) }, { _ = try client.controls() },
                { _ = try client.controlEvents() },
            ]
            for call in calls {
                #expect { try call() } throws: { ($0 as? CartError)?.code == .malformed }
            }
        }
    }
}
