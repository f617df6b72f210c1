/// Lists the controls by name; a long list comes in pages.
public struct ListControls: Method {
    /// `control.list`.
    public static let name = "control.list"

    /// Where the page begins: the `next` of the page before; nil is the beginning.
    public var after: String?

    /// Creates the call.
    public init(after: String? = nil) {
        self.after = after
    }

    /// One page.
    public struct Answer: Codable, Hashable, Sendable {
        /// By name.
        public var controls: [ControlView]
        /// The newest change that these controls have seen.
        ///
        /// That of the first page is what to ask ``PollControlEvents`` for as `after` to hear of every later change.
        public var sequence: Int64
        /// What to ask for as `after` for the next page; absent on the last.
        public var next: String?

        /// Creates a page.
        public init(controls: [ControlView], sequence: Int64, next: String? = nil) {
            self.controls = controls
            self.sequence = sequence
            self.next = next
        }
    }
}
