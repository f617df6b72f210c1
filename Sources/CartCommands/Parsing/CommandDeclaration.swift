import CartModel

/// A command as data: parsing, help, usage errors and completion are all made from it.
package struct CommandDeclaration: Sendable {
    /// The part of the help that lists the command.
    package enum Section: String, CaseIterable, Sendable {
        case carts = "Carts"
        case catalogs = "Catalogs"
        case layout = "Layout"
        case controls = "Controls"
        case service = "Service"
    }

    /// The words that call it: `["catalog", "import"]`.
    package let path: [String]
    /// The part of the help that lists it.
    package let section: Section
    /// What it does, in one short line without a full stop.
    package let summary: String
    /// More that a reader of its help wants to know; a paragraph each.
    package var notes: [String] = []
    /// Its own arguments, in order, and options.
    package var parameters: [ParameterDeclaration] = []
    /// Which of them do not go together.
    package var rules: [ParameterRule] = []
    /// Command lines that show how it is used.
    package var examples: [String] = []
    /// Does the work.
    let run: @Sendable (Arguments, Session) throws(CartError) -> any Report

    /// The words that call it, as they are written.
    package var name: String { path.joined(separator: " ") }
    /// The parameters known by their place, in order.
    package var arguments: [ParameterDeclaration] { parameters.filter(\.isArgument) }
    /// The parameters known by their name.
    package var options: [ParameterDeclaration] { parameters.filter { !$0.isArgument } }
}

/// How parameters of one command go together; they are named by their spelling.
package enum ParameterRule: Hashable, Sendable {
    /// At most one of the two can be given.
    case either(String, or: String)
    /// The first makes sense only beside the second.
    case needs(String, with: String)
}
