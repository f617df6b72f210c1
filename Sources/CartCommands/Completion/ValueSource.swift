/// What can stand for a parameter, as far as that is known before it is written.
package enum ValueSource: Hashable, Sendable {
    /// Anything, such as a number.
    case anything
    /// One of these.
    case choices([String])
    /// One of `alone`, or one or more of `joined` with commas between them.
    case list(alone: [String], joined: [String])
    /// The path of a file.
    case file
    /// The path of a folder.
    case folder
    /// A name that the daemon knows.
    case names(NameKind)
}

extension ArgumentValue {
    /// What the type tells of its texts.
    static var source: ValueSource {
        guard !choices.isEmpty else { return .anything }
        guard !listed.isEmpty else { return .choices(choices) }
        return .list(alone: choices.filter { !listed.contains($0) }, joined: listed)
    }
}
