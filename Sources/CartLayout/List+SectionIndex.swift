extension List {
    /// The list's section index, made anew at each call in time proportional to the number of titles.
    ///
    /// It shows the sections' titles, or the titles that the list was made with; empty titles are left out. It is
    /// empty when `showsIndex` is false, when there is no title, no section, or no room for an entry.
    ///
    /// A title selects the section that has the same title. One that no section has selects the last section whose
    /// title is not after it, else the first section. Titles are compared as Swift compares strings, which depends on
    /// no locale.
    public var sectionIndex: SectionIndex {
        let entries = metrics.index.length > 0 ? indexTargets : []
        return SectionIndex(
            titles: entries.map(\.title),
            targets: entries.map(\.section),
            parameters: parameters,
            across: metrics.index
        )
    }

    private var indexTargets: [(title: String, section: Int)] {
        let titled = sections.indices.filter { !sections[$0].title.isEmpty }
        guard let indexTitles else { return titled.map { (sections[$0].title, $0) } }
        // By title, and for each the last section of all that are not after it.
        let ordered = titled.map { (title: sections[$0].title, section: $0) }.sorted { $0 < $1 }
        var last = -1
        let latest = ordered.map { entry in
            last = max(last, entry.section)
            return last
        }
        return indexTitles.filter { !$0.isEmpty }.map { title in
            let same = ordered.indices.firstIndex(near: ordered.count / 2) { ordered[$0].title >= title }
            if same < ordered.endIndex, ordered[same].title == title { return (title, ordered[same].section) }
            return (title, same > 0 ? latest[same - 1] : 0)
        }
    }

    /// The width of the section index, or 0 when there is none.
    static func indexWidth(
        _ parameters: ListParameters,
        _ sections: [ListSection],
        indexTitles: [String]?,
        measure: (any TitleMeasure)?
    ) throws(GeometryError) -> Double {
        guard parameters.showsIndex, parameters.indexSlots >= 1, !sections.isEmpty else { return 0 }
        let hasTitle = indexTitles?.contains { !$0.isEmpty } ?? sections.contains { !$0.title.isEmpty }
        guard hasTitle else { return 0 }
        var widest = parameters.indexTitleWidth
        if let measure {
            for title in indexTitles ?? sections.map(\.title) where !title.isEmpty {
                let size = measure.size(of: title)
                try GeometryLimits.checkSize(size, "measured title")
                widest = max(widest, size.width)
            }
        }
        let wanted = max(parameters.indexWidth, widest + 2 * parameters.indexPadding)
        return min(wanted, parameters.maximumIndexWidth, parameters.container.width)
    }
}
