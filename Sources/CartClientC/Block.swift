import CCartClient
import CartModel
import Glibc

/// Memory for a caller in C: a value and all that it points to, in one piece that free(3) frees.
///
/// What fills it runs twice, first to measure and then to write, so that both agree.
struct Block {
    /// Where to write; nil while measuring.
    private let base: UnsafeMutableRawPointer?
    private var size = 0

    private init(at base: UnsafeMutableRawPointer?) { self.base = base }

    /// Makes a block that begins with the value that `fill` returns.
    ///
    /// - Throws: `outOfMemory`.
    static func make<Value>(
        _ fill: (inout Block) -> Value
    ) throws(CartError) -> UnsafeMutablePointer<Value> {
        var measured = Block(at: nil)
        _ = measured.room(for: Value.self, count: 1)
        _ = fill(&measured)
        guard let base = malloc(measured.size) else { throw .outOfMemory(bytes: measured.size) }
        var block = Block(at: base)
        _ = block.room(for: Value.self, count: 1)
        let value = base.bindMemory(to: Value.self, capacity: 1)
        value.initialize(to: fill(&block))
        return value
    }

    /// Copies a text for a caller in C.
    ///
    /// - Throws: `outOfMemory`.
    static func text(_ text: String) throws(CartError) -> UnsafeMutablePointer<CChar> {
        guard let copy = strdup(text) else { throw .outOfMemory(bytes: text.utf8.count) }
        return copy
    }

    /// Places a text, which ends at its first NUL.
    mutating func text(_ text: String) -> UnsafePointer<CChar>? {
        var text = text
        return text.withUTF8 { bytes in
            let place = room(for: CChar.self, count: bytes.count + 1)
            if let place, let source = bytes.baseAddress { memcpy(place, source, bytes.count) }
            place?[bytes.count] = 0
            return UnsafePointer(place)
        }
    }

    /// Places a value.
    mutating func value<Value>(_ value: Value) -> UnsafePointer<Value>? {
        let place = room(for: Value.self, count: 1)
        place?.initialize(to: value)
        return UnsafePointer(place)
    }

    /// Places values, and pointers to them side by side.
    mutating func list<Element, Value>(
        _ elements: [Element],
        _ make: (inout Block, Element) -> Value
    ) -> UnsafePointer<UnsafePointer<Value>?>? {
        let places = room(for: UnsafePointer<Value>?.self, count: elements.count)
        for (index, element) in elements.enumerated() {
            let place = value(make(&self, element))
            places?.advanced(by: index).initialize(to: place)
        }
        return UnsafePointer(places)
    }

    private mutating func room<Value>(for type: Value.Type, count: Int) -> UnsafeMutablePointer<Value>? {
        let alignment = MemoryLayout<Value>.alignment
        size = (size + alignment - 1) / alignment * alignment
        let place = base.map { ($0 + size).bindMemory(to: Value.self, capacity: count) }
        size += MemoryLayout<Value>.stride * count
        return place
    }
}
