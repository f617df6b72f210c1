import CartProtocol

/// Something that is known by its name.
protocol Named: Sendable {
    var name: String { get }
}

extension ListCarts.CartSummary: Named {}
extension CatalogSummaryView: Named {}
extension ControlView: Named {}

/// A list by name, made of the pages of a snapshot and the changes after it.
struct WatchedList<Element: Named>: Sendable {
    /// By name.
    private(set) var elements: [Element] = []
    /// What has come of a snapshot that is not whole yet, and the number of its first page.
    private var pages: (sequence: Int64, elements: [Element])?

    /// Takes a page of a snapshot.
    ///
    /// - Returns: The number of the snapshot where it is whole with this page: what happened while the others came is told
    ///   after it.
    mutating func take(page: [Element], sequence: Int64, more: Bool) -> Int64? {
        let first = pages?.sequence ?? sequence
        let all = (pages?.elements ?? []) + page
        guard !more else {
            pages = (first, all)
            return nil
        }
        pages = nil
        elements = all
        return first
    }

    /// Forgets the pages of a snapshot that will not be whole.
    mutating func dropPages() { pages = nil }

    /// Takes an element in place of the one of that name.
    mutating func put(_ element: Element) {
        let place = place(of: element.name)
        if place < elements.count, elements[place].name == element.name {
            elements[place] = element
        } else {
            elements.insert(element, at: place)
        }
    }

    /// Takes the element of a name out, if it is there.
    mutating func remove(named name: String) {
        let place = place(of: name)
        if place < elements.count, elements[place].name == name { elements.remove(at: place) }
    }

    /// The first place whose name does not come before this one.
    private func place(of name: String) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = low + (high - low) / 2
            if elements[middle].name < name { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
