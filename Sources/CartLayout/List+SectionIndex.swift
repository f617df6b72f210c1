extension List {
    /// The list's section index, made in time proportional to the number of entries that fit, not of the titles.
    ///
    /// It shows the sections' titles, or the titles that the list was made with; empty titles are left out. It is
    /// empty when `showsIndex` is false, when there is no title, no section, or no room for an entry.
    ///
    /// A title selects the section that has the same title. One that no section has selects the last section whose
    /// title is not after it, else the first section. Titles are compared as Swift compares strings, which depends on
    /// no locale.
    public var sectionIndex: SectionIndex { SectionIndex(self) }

    /// The title of an entry of the section index, were all of them shown.
    func indexTitle(_ position: Int) -> String {
        indexTitles?[position] ?? sections[indexTargets[position]].title
    }

    /// The section that each title of the section index selects; none when no index is to be shown.
    static func indexTargets(
        _ parameters: ListParameters,
        _ sections: [ListSection],
        indexTitles: [String]?
    ) -> [Int] {
        guard parameters.showsIndex, parameters.indexSlots >= 1, !sections.isEmpty else { return [] }
        let titled = sections.indices.filter { !sections[$0].title.isEmpty }
        guard let indexTitles else { return titled }
        // By title, and for each the last section of all that are not after it.
        let ordered = titled.map { (title: sections[$0].title, section: $0) }.sorted { $0 < $1 }
        var last = -1
        let latest = ordered.map { entry in
            last = max(last, entry.section)
            return last
        }
        return indexTitles.map { title in
            let same = ordered.indices.firstIndex(near: ordered.count / 2) { ordered[$0].title >= title }
            if same < ordered.endIndex, ordered[same].title == title { return ordered[same].section }
            return same > 0 ? latest[same - 1] : 0
        }
    }

    /// The width of a section index of these titles; 0 without titles.
    static func indexWidth(
        _ parameters: ListParameters,
        titles: some Sequence<String>,
        measure: (any TitleMeasure)?
    ) throws(GeometryError) -> Double {
        var widest = parameters.indexTitleWidth
        if let measure {
            for title in titles {
                let size = measure.size(of: title)
                try GeometryLimits.checkSize(size, "measured title")
                widest = max(widest, size.width)
            }
        }
        let wanted = max(parameters.indexWidth, widest + 2 * parameters.indexPadding)
        return min(wanted, parameters.maximumIndexWidth, parameters.container.width)
    }
}
