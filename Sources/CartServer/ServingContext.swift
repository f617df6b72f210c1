package import CartStore

/// What a handler may look at beside its parameters.
package struct ServingContext {
    /// All state.
    package let store: ModelStore
    /// Who asks.
    package let caller: Caller
    /// How the daemon is.
    package let statistics: ServerStatisticsSource
    /// What the log is told once the turn is on disk.
    package let notes: TurnNotes
}
