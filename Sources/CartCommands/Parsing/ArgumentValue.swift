/// A type that an argument's text can be read as.
package protocol ArgumentValue: Sendable {
    /// What the text has to be, to end the sentence "it has to be ...".
    static var expectation: String { get }
    /// All texts there are, where they can be listed; for messages, help and completion.
    static var choices: [String] { get }
    /// Those of the choices that can be written one after the other, with commas between them.
    static var listed: [String] { get }
    /// Reads the text, or fails where it is something else.
    init?(argument: String)
}

extension ArgumentValue {
    /// Most types have too many values to list.
    package static var choices: [String] { [] }
    /// Most types have one value.
    package static var listed: [String] { [] }
}

extension String: ArgumentValue {
    package static var expectation: String { "a text" }
    /// Takes any text.
    package init?(argument: String) { self = argument }
}

extension Bool: ArgumentValue {
    package static var expectation: String { "given or not" }
    /// A flag has no text of its own: that it is there makes it true.
    package init?(argument: String) { self = true }
}

extension Double: ArgumentValue {
    package static var expectation: String { "a number" }
    /// Reads a decimal number, also with an exponent.
    ///
    /// `nan` and `inf` are numbers here: the daemon refuses them.
    package init?(argument: String) { self.init(argument) }
}
