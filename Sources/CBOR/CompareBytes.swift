import Glibc

/// Bytewise lexicographic order (RFC 8949 section 4.2.1): negative, zero or positive like memcmp(3), a prefix first.
@inline(__always)
func compareBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return left.count - right.count }
    // Keys mostly differ in their first byte, which holds the length, or the next.
    if left.count > 1, right.count > 1 {
        let first = Int(left[0]) - Int(right[0])
        if first != 0 { return first }
        let second = Int(left[1]) - Int(right[1])
        if second != 0 { return second }
    }
    let order = memcmp(leftBase, rightBase, min(left.count, right.count))
    return order != 0 ? Int(order) : left.count - right.count
}
