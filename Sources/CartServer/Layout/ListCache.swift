import CartLayout
import CartModel

/// The lists that were laid out lately, because making one takes time that grows with the sections of its catalog.
final class ListCache {
    /// A list and its section index, ready to be looked at.
    struct Entry {
        let list: List
        let index: SectionIndex
    }

    /// What a list is made of beside its catalog.
    struct Key: Equatable {
        var catalog: String
        var parameters: ListParameters
        var indexTitles: [String]?
        /// The size of the font that the titles of the section index are measured in; nil where their width was given.
        var indexFontSize: Double?

        /// Titles are the same byte for byte: an answer says them as they were given.
        static func == (left: Key, right: Key) -> Bool {
            left.catalog == right.catalog && left.parameters == right.parameters
                && left.indexFontSize == right.indexFontSize
                && (left.indexTitles == nil) == (right.indexTitles == nil)
                && (left.indexTitles ?? []).elementsEqual(right.indexTitles ?? []) { $0.isIdentical(to: $1) }
        }
    }

    /// Lists that are kept; a screen asks for the same one over and over, and there are few screens.
    static let capacity = 8
    /// Sections of all lists that are kept, but for the newest list: some sixty bytes each.
    static let sectionLimit = 1 << 16

    /// The newest use last.
    private var entries: [(key: Key, entry: Entry)] = []
    private var generation: UInt64 = 0

    /// The list, made where it is not kept.
    ///
    /// - Parameter generation: Another one than the last time forgets all lists: a catalog has changed.
    func entry<Failure: Error>(
        for key: Key,
        generation: UInt64,
        make: () throws(Failure) -> Entry
    ) throws(Failure) -> Entry {
        if generation != self.generation {
            entries.removeAll(keepingCapacity: true)
            self.generation = generation
        }
        if let place = entries.lastIndex(where: { $0.key == key }) {
            let found = entries[place].entry
            if place != entries.count - 1 {
                entries.append(entries.remove(at: place))
            }
            return found
        }
        let made = try make()
        entries.append((key, made))
        var sections = entries.reduce(0) { $0 + $1.entry.list.sections.count }
        while entries.count > Self.capacity || (sections > Self.sectionLimit && entries.count > 1) {
            sections -= entries.removeFirst().entry.list.sections.count
        }
        return made
    }
}
