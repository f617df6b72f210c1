/// A cache in two generations: what was asked lately is young, and when the young ones are many, they become the old
/// ones and the former old ones go.
///
/// It holds at most twice its capacity, keeps whatever is asked often, and needs no list of ages.
package struct GenerationCache<Key: Hashable, Value> {
    private let capacity: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    /// Makes a cache of at most twice `capacity` values.
    package init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// How many values there are.
    var count: Int { young.count + old.count }

    /// The value under a key, which is young again.
    package mutating func value(for key: Key) -> Value? {
        if let value = young[key] {
            return value
        }
        guard let value = old.removeValue(forKey: key) else {
            return nil
        }
        insert(value, for: key)
        return value
    }

    /// Keeps a value.
    package mutating func insert(_ value: Value, for key: Key) {
        if young.count >= capacity {
            old = young
            young = [:]
        }
        young[key] = value
    }
}
