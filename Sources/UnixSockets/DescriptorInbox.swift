import Glibc

/// The descriptors that came along with received bytes, in order, owned until somebody takes them.
///
/// It holds a bounded number. What arrives beyond the bound is closed at once and noted in ``overflowed``, so
/// a peer can neither fill the descriptor table nor leak into it.
package struct DescriptorInbox: ~Copyable, Sendable {
    /// The most descriptors held at a time: 0 to 253.
    package let capacity: Int

    /// Whether a descriptor was lost since the inbox was last emptied: over ``capacity``, or not delivered by
    /// the kernel (`MSG_CTRUNC`), which also happens when this process may open no more files.
    package private(set) var overflowed = false

    private var waiting: [Int32] = []

    /// Makes an empty inbox; `capacity` is clamped to 0 through 253, which is all that one message carries.
    package init(capacity: Int) {
        self.capacity = min(max(capacity, 0), ControlMessages.maximumDescriptors)
    }

    /// How many descriptors wait.
    package var count: Int { waiting.count }

    /// Whether no descriptor waits.
    package var isEmpty: Bool { waiting.isEmpty }

    /// Takes the descriptor that arrived first, nil when there is none.
    package mutating func takeFirst() -> OwnedDescriptor? {
        guard !waiting.isEmpty else { return nil }
        return OwnedDescriptor(taking: waiting.removeFirst())
    }

    /// Closes what nobody took, and forgets what was lost beside it.
    package mutating func removeAll() {
        for descriptor in waiting { close(descriptor) }
        waiting.removeAll()
        overflowed = false
    }

    /// Takes ownership of an arrived descriptor, or closes it when there is no room.
    mutating func accept(_ descriptor: Int32) {
        guard waiting.count < capacity else {
            close(descriptor)
            overflowed = true
            return
        }
        waiting.append(descriptor)
    }

    mutating func noteTruncation() { overflowed = true }

    deinit {
        for descriptor in waiting { close(descriptor) }
    }
}
