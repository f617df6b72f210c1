/// A list of sections under headers, with rows of one height: an icon beside a title.
///
/// Section tops are kept as prefix sums, so that any frame, window or hit test costs one binary search over the
/// sections and some arithmetic, whatever the number of rows.
public struct List: Hashable, Sendable {
    /// What the list was laid out with.
    public let parameters: ListParameters
    /// The sections, in order.
    public let sections: [ListSection]
    /// The titles that the section index was asked to show, without empty ones; nil when it shows the sections'.
    public let indexTitles: [String]?
    /// How many rows all sections have together.
    public let rowCount: Int
    /// The extent of the content in points, snapped: the container's width, and the sum of all headers and rows.
    public let size: Size

    /// Where each section begins, and where the last one ends.
    let tops: [Double]
    /// How many rows there are before each section.
    let ordinals: [Int]
    /// The section that each title of the section index selects.
    let indexTargets: [Int]
    let metrics: RowMetrics

    /// Lays out sections.
    ///
    /// - Parameters:
    ///   - indexTitles: the titles of the section index, for example an alphabet; nil for those of the sections.
    ///   - measure: what measures the titles of the section index. Without one `indexTitleWidth` is taken as it is.
    /// - Throws: `GeometryError` when a metric or a measured title is negative, not finite or beyond
    ///   `GeometryLimits.maximumLength`, or when a count of rows is negative or their sum is beyond `Int.max`.
    public init(
        _ parameters: ListParameters = ListParameters(),
        sections: some Sequence<ListSection>,
        indexTitles: [String]? = nil,
        measure: (any TitleMeasure)? = nil
    ) throws(GeometryError) {
        try parameters.check()
        self.parameters = parameters
        self.sections = Array(sections)
        let indexTitles = indexTitles?.filter { !$0.isEmpty }
        self.indexTitles = indexTitles
        (tops, ordinals) = try Self.prefixSums(of: self.sections, parameters)
        rowCount = ordinals.last ?? 0
        let targets = Self.indexTargets(parameters, self.sections, indexTitles: indexTitles)
        indexTargets = targets
        let titles = targets.indices.lazy.map { [sections = self.sections] in
            indexTitles?[$0] ?? sections[targets[$0]].title
        }
        let indexWidth = try targets.isEmpty ? 0 : Self.indexWidth(parameters, titles: titles, measure: measure)
        metrics = RowMetrics(parameters, indexWidth: indexWidth)
        size = Size(width: metrics.row.length, height: parameters.scale.snap(tops.last ?? 0))
    }

    /// Whether the content is higher than the container, so that it has to scroll.
    public var overflows: Bool { (tops.last ?? 0) > parameters.container.height + Scale.tolerance }

    /// The row with this index in the section with that index, or nil when there is none.
    public func row(_ index: Int, inSection section: Int) -> ListRow? {
        guard sections.indices.contains(section), index >= 0, index < sections[section].rowCount else { return nil }
        return uncheckedRow(index, inSection: section)
    }

    /// The row with this index among all rows of the list, or nil when there is none.
    public func row(ordinal: Int) -> ListRow? {
        guard ordinal >= 0, ordinal < rowCount else { return nil }
        let section = sections.indices.firstIndex(near: sections.count / 2) { ordinals[$0 + 1] > ordinal }
        return uncheckedRow(ordinal - ordinals[section], inSection: section)
    }

    /// The header of a section where it lies in the content, or nil when the section has no title or there is none.
    public func header(ofSection section: Int) -> ListHeader? {
        guard sections.indices.contains(section), !sections[section].title.isEmpty else { return nil }
        return header(ofSection: section, at: tops[section])
    }

    /// The section's frame: its header and all its rows; nil when there is no such section.
    public func frame(ofSection section: Int) -> Rect? {
        guard sections.indices.contains(section) else { return nil }
        return Rect(x: metrics.row, y: sectionSpan(section))
    }
}

extension List {
    private static func prefixSums(
        of sections: [ListSection],
        _ parameters: ListParameters
    ) throws(GeometryError) -> (tops: [Double], ordinals: [Int]) {
        var tops: [Double] = [0]
        var ordinals = [0]
        tops.reserveCapacity(sections.count + 1)
        ordinals.reserveCapacity(sections.count + 1)
        var (top, ordinal) = (0.0, 0)
        for (index, section) in sections.enumerated() {
            try GeometryLimits.checkCount(section.rowCount, atLeast: 0, "sections[\(index)].rowCount")
            let (sum, overflow) = ordinal.addingReportingOverflow(section.rowCount)
            guard !overflow else {
                throw GeometryError(
                    parameter: "sections[\(index)].rowCount",
                    value: "\(section.rowCount)",
                    requirement: "must leave the list with at most \(Int.max) rows"
                )
            }
            ordinal = sum
            top = top + parameters.headerHeight(of: section) + Double(section.rowCount) * parameters.rowHeight
            tops.append(top)
            ordinals.append(ordinal)
        }
        return (tops, ordinals)
    }
}
