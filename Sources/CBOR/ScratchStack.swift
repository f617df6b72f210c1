/// A stack of plain values which begins in memory that somebody lends it, usually on the call stack, and moves to the
/// heap when that is full.
///
/// So a small message costs no allocation.
///
/// Not safe by itself: whoever lends memory calls `close` before it goes away. From then on the stack is empty and
/// stays empty memory: reads find nothing, and an append allocates anew.
struct ScratchStack<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int
    private var isOwned: Bool

    /// Begins in lent memory.
    @inline(__always)
    init(lent memory: UnsafeMutableBufferPointer<Element>) {
        isOwned = memory.baseAddress == nil
        capacity = isOwned ? 16 : memory.count
        base = memory.baseAddress ?? .allocate(capacity: 16)
    }

    /// Begins on the heap.
    init(capacity: Int) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
        isOwned = true
    }

    /// Gives up all memory.
    mutating func close() {
        if isOwned { base.deallocate() }
        count = 0
        capacity = 0
        isOwned = false
    }

    /// The elements; valid until the next change.
    @inline(__always)
    var elements: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }

    /// Makes room for more elements.
    @inline(__always)
    mutating func reserve(_ extra: Int) {
        if capacity - count < extra { grow(extra) }
    }

    @inline(never)
    private mutating func grow(_ extra: Int) {
        let larger = max(2 * capacity, count + extra, 32)
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        memory.update(from: base, count: count)
        if isOwned { base.deallocate() }
        base = memory
        capacity = larger
        isOwned = true
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        reserve(1)
        base[count] = element
        count += 1
    }

    @inline(__always)
    mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
        guard let source = elements.baseAddress else { return }
        reserve(elements.count)
        (base + count).update(from: source, count: elements.count)
        count += elements.count
    }

    /// Drops all but the first elements; more than there are changes nothing.
    @inline(__always)
    mutating func truncate(to length: Int) {
        count = min(count, max(0, length))
    }

    /// Inserts copies of an element before a position.
    mutating func insert(repeating element: Element, count extra: Int, at position: Int) {
        guard (0...count).contains(position), extra > 0 else { return }
        reserve(extra)
        (base + position + extra).update(from: base + position, count: count - position)
        (base + position).update(repeating: element, count: extra)
        count += extra
    }
}
