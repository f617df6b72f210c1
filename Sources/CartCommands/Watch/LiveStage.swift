/// The process around a live view: its terminal, its signals and its waiting; or what a test puts in their place.
package protocol LiveStage {
    /// What standard output is now.
    var terminal: Terminal { get }

    /// Begins to catch signals and keeps typed keys off the screen.
    func enter()

    /// Has all as it was before ``enter()``.
    func leave()

    /// Waits until a descriptor is readable or something else happens.
    ///
    /// - Parameters:
    ///   - descriptor: The events'.
    ///   - timeout: How long; nil is for ever.
    func wait(for descriptor: Int32, timeout: Duration?) -> Wakeup

    /// Stops the process as Ctrl-Z does, until it is continued; to be called between ``leave()`` and ``enter()``.
    func suspend()

    /// Ends the process as the signal would have; to be called after ``leave()``.
    func die(of signal: Int32)
}

/// Why a wait has ended.
package enum Wakeup: Hashable, Sendable {
    /// An event is there, or the stream is over.
    case events
    /// The time is over.
    case timedOut
    /// Nobody reads what is written any more.
    case outputClosed
    /// The terminal has another size.
    case resized
    /// The user wants the shell back for a while.
    case suspended
    /// A signal that ends the process.
    case ended(by: Int32)
}
