package import CartModel

/// Where the demo takes place: a folder of its own, and the daemons in it.
package protocol DemoStage {
    /// The folder, for the narration.
    var folder: String { get }

    /// The signal that asked the demo to stop, or nil.
    var interruption: Int32? { get }

    /// The time on a clock that only goes forward, in nanoseconds.
    func now() -> Int64

    /// Options that lead to a daemon with the stage's own socket and state.
    func options(from options: ServiceOptions) -> ServiceOptions

    /// Asks the daemon to end and waits until it has.
    ///
    /// - Throws: `demoFailed` where it is not the stage's or goes on.
    func stopDaemon(_ process: Int32) throws(CartError)

    /// Ends whatever still runs on the stage and removes the folder.
    ///
    /// - Throws: `storageFailure` where something could not be removed.
    func clear() throws(CartError)
}
