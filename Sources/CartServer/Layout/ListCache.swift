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
    struct Key: Hashable {
        var catalog: String
        var parameters: ListParameters
        var indexTitles: [String]?
        /// The size of the font that the titles of the section index are measured in; nil where their width was given.
        var indexFontSize: Double?
    }

    /// Lists that are kept; a screen asks for the same one over and over, and there are few screens.
    static let capacity = 8

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
        if entries.count == Self.capacity {
            entries.removeFirst()
        }
        entries.append((key, made))
        return made
    }
}
