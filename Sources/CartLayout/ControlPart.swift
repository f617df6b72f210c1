/// A part of a control.
public enum ControlPart: String, Hashable, Sendable, Codable, CaseIterable {
    /// The image's box.
    case image
    /// The title's box.
    case title
    /// The box around both, between or beside them.
    case content
    /// The control outside its content.
    case background
}
