import CartModel
import Synchronization

/// What the store does not need any more and what takes long to do away with: large catalogs in memory, and their files.
package final class StoreWaste: Sendable {
    /// A catalog in memory, its file, or both.
    struct Item: Sendable {
        var catalog: Catalog?
        var content: Int64?
    }

    private let items: Mutex<[Item]>
    private let folder: ContentFolder

    init(_ items: [Item], folder: ContentFolder) {
        self.items = Mutex(items)
        self.folder = folder
    }

    /// Does away with it, once; on any thread, and for some 100 milliseconds.
    package func dispose() {
        // Taken out, so that the memory is freed here and not where the last reference to this object is let go.
        let taken = items.withLock { items in
            defer { items = [] }
            return items
        }
        for item in taken {
            if let content = item.content {
                folder.remove(content)
            }
        }
        let hasMemory = taken.contains { $0.catalog != nil }
        withExtendedLifetime(consume taken) {}
        if hasMemory {
            FreedMemory.giveBack()
        }
    }
}
