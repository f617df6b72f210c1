/// What a control has one of for each set of states.
public enum ControlValue: String, Hashable, Sendable, Codable, CaseIterable {
    /// The text.
    case title
    /// The colour of the text.
    case color
    /// The picture.
    case image
}
