/// The bytes on their way to one peer: first those that may be sent, then those that wait for the turn's commit.
///
/// Answers of calls and events of streams share it, in the order they were made, so it knows where the last answer ends:
/// a peer owes it to the daemon to read answers, not events.
package struct OutputBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var sent = 0
    private var sealed = 0
    /// Where the last answer ends, 0 once it was sent.
    private var answersEnd = 0
    /// Bytes of answers since the buffer was empty the last time.
    private var answerBytes = 0

    /// Creates an empty buffer.
    package init() {}

    /// Bytes that may be sent now.
    package var sendable: Int { sealed - sent }

    /// Bytes that are kept, sendable or not.
    package var count: Int { bytes.count - sent }

    /// Bytes of answers that are kept, or a little more: what was sent of them while events stood behind may count still.
    package var owed: Int { max(0, min(answerBytes, answersEnd - sent)) }

    /// Whether some bytes wait for ``seal()``.
    package var hasUnsealed: Bool { sealed < bytes.count }

    /// Whether a part of some answer, sealed or not, has yet to be sent.
    package var hasAnswers: Bool { answersEnd > sent }

    /// Whether a part of some answer can be sent now, or stands behind events that can.
    package var hasSendableAnswers: Bool { sendable > 0 && hasAnswers }

    /// Appends an answer, which waits for ``seal()``.
    package mutating func append<Failure: Error>(
        _ body: (inout [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        let start = bytes.count
        try body(&bytes)
        answersEnd = bytes.count
        answerBytes += answersEnd - start
    }

    /// Appends an event of a stream, which waits for ``seal()``.
    package mutating func appendEvent<Failure: Error>(
        _ body: (inout [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        try body(&bytes)
    }

    /// Allows all that was appended to be sent.
    package mutating func seal() {
        sealed = bytes.count
    }

    /// Drops what was appended since the last ``seal()``.
    ///
    /// Events are sealed as soon as they are made, so it was answers.
    package mutating func dropUnsealed() {
        answerBytes -= bytes.count - sealed
        bytes.removeSubrange(sealed...)
        answersEnd = min(answersEnd, sealed)
    }

    /// Hands out the sendable bytes, and takes note of how many were sent.
    ///
    /// - Parameter body: Sends a beginning of what it is given and answers its length.
    package mutating func send<Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Int) throws(Failure)
    {
        guard sendable > 0 else {
            return
        }
        let count = try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[sent..<sealed])))
        }
        sent += count
        if sent == bytes.count {
            // An idle connection keeps a small buffer and gives a large one back.
            bytes.removeAll(keepingCapacity: bytes.capacity <= 16384)
            sent = 0
            sealed = 0
            answersEnd = 0
            answerBytes = 0
        } else if sent >= 65536 {
            bytes.removeSubrange(..<sent)
            sealed -= sent
            answersEnd = max(0, answersEnd - sent)
            sent = 0
        }
    }
}
