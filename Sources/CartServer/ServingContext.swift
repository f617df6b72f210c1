package import CartStore

/// What a handler may look at beside its parameters.
package struct ServingContext {
    /// All state.
    package let store: ModelStore
    /// What layouts need beside the state.
    package let layout: LayoutResources
    /// Who asks.
    package let caller: Caller
    /// The open file that came with the request, borrowed for the call.
    package let descriptor: Int32?
    /// How the daemon is, without what the store knows itself.
    package let statistics: () -> ServerStatistics

    /// Creates a context.
    package init(
        store: ModelStore,
        layout: LayoutResources,
        caller: Caller,
        descriptor: Int32? = nil,
        statistics: @escaping () -> ServerStatistics
    ) {
        self.store = store
        self.layout = layout
        self.caller = caller
        self.descriptor = descriptor
        self.statistics = statistics
    }
}
