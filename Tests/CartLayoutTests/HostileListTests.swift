import CartLayout
import FoundationEssentials
import Testing

@Suite("List input that nobody should send")
struct HostileListTests {
    private static var lengths: [(String, WritableKeyPath<ListParameters, Double>)] {
        [
            ("container.width", \.container.width), ("container.height", \.container.height),
            ("rowHeight", \.rowHeight),
            ("headerHeight", \.headerHeight), ("margin", \.margin), ("icon.width", \.icon.width),
            ("icon.height", \.icon.height), ("iconSpacing", \.iconSpacing), ("indexWidth", \.indexWidth),
            ("indexTitleWidth", \.indexTitleWidth), ("indexPadding", \.indexPadding),
            ("maximumIndexWidth", \.maximumIndexWidth), ("indexEntryHeight", \.indexEntryHeight),
        ]
    }

    @Test("A length that is no length is named", arguments: [Double.nan, .infinity, -.infinity, -1, 1e300])
    func lengths(value: Double) {
        for (name, path) in Self.lengths {
            var parameters = ListParameters()
            parameters[keyPath: path] = value
            let error = #expect(throws: GeometryError.self) { try List(parameters, sections: carSections) }
            #expect(error?.parameter == name)
        }
    }

    @Test("Nothing and the limit are lengths", arguments: [0, .leastNonzeroMagnitude, GeometryLimits.maximumLength])
    func extremes(value: Double) throws {
        for (_, path) in Self.lengths {
            var parameters = ListParameters()
            parameters[keyPath: path] = value
            for scale in Scale.allCases {
                for direction in LayoutDirection.allCases {
                    (parameters.scale, parameters.direction) = (scale, direction)
                    let list = try List(parameters, sections: carSections)
                    #expect(list.size.width.isFinite && list.size.height.isFinite)
                    for section in list.content {
                        for row in section.rows {
                            let boxes = [row.frame, row.icon, row.title]
                            #expect(boxes.allSatisfy { $0.width >= 0 && $0.height >= 0 && $0.maxX.isFinite })
                        }
                    }
                    _ = list.sectionIndex.section(at: 10)
                    _ = try list.hit(Point(x: 10, y: 10), offset: 3)
                    _ = try list.stickyHeader(offset: 1e18)
                    _ = try list.window(Rect(x: 0, y: 0, width: 1e300, height: 1e300), relative: true).rowCount
                }
            }
        }
    }

    @Test("Counts of rows are checked, alone and together")
    func counts() throws {
        func fault(_ counts: [Int]) -> String? {
            do {
                _ = try List(sections: counts.map { ListSection(title: "A", rowCount: $0) })
                return nil
            } catch {
                return error.parameter
            }
        }
        #expect(fault([1, -1]) == "sections[1].rowCount")
        #expect(fault([Int.min]) == "sections[0].rowCount")
        #expect(fault([Int.max]) == nil)
        #expect(fault([0, Int.max, 0, 1]) == "sections[3].rowCount")
        let list = try List(sections: [ListSection(title: "A", rowCount: Int.max)])
        #expect(list.row(ordinal: Int.max - 1)?.index == Int.max - 1)
        #expect(try list.window(Rect(x: -1e300, y: -1e300, width: 1e301, height: 1e301)).rowCount == Int.max)
        _ = try list.hit(Point(x: 100, y: 1e20))
    }

    @Test("Parameters may be read with fields missing; a wrong type or scale is refused")
    func coding() throws {
        let decoder = JSONDecoder()
        func read<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
            try decoder.decode(type, from: Data(text.utf8))
        }
        #expect(try read("{}", as: ListParameters.self) == ListParameters())
        #expect(try read("{}", as: GridParameters.self) == GridParameters())
        let list = try read(#"{"rowHeight":44,"direction":"rtl","scale":2,"unknown":1}"#, as: ListParameters.self)
        #expect((list.rowHeight, list.direction, list.scale) == (44, .rightToLeft, .two))
        #expect(try decoder.decode(ListParameters.self, from: JSONEncoder().encode(list)) == list)
        let control = ControlParameters(bounds: Rect(x: 0, y: 0, width: 1, height: 2), title: .zero)
        #expect(try decoder.decode(ControlParameters.self, from: JSONEncoder().encode(control)) == control)
        #expect(throws: DecodingError.self) { try read(#"{"scale":4}"#, as: GridParameters.self) }
        #expect(throws: DecodingError.self) { try read(#"{"columns":1e99}"#, as: GridParameters.self) }
        #expect(throws: DecodingError.self) { try read("{}", as: ControlParameters.self) }
    }
}
