import CartModel

/// A stored control in memory.
struct ControlEntry {
    /// The key of its row.
    let number: Int64
    /// Nil for one that was removed in this turn.
    var control: Control?
    var saved: Saved

    /// What the database holds of it.
    enum Saved {
        /// The same.
        case same
        /// Nothing yet.
        case nothing
        /// An older one.
        case older(Control)
    }
}
