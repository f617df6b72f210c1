package import CartJSON

/// A completion script.
package struct CompletionReport: Report {
    /// The script.
    package let script: CompletionScript

    /// `{"shell","script"}`.
    package var json: JSON { ["shell": .string(script.shell.rawValue), "script": .string(script.text)] }

    /// The script as it is, so that it can be redirected into a file.
    package func write(to page: inout Page) {
        page.raw(script.text)
    }
}

/// Names to choose from.
package struct NamesReport: Report {
    /// In the daemon's order.
    package let names: [String]

    /// `{"names"}`.
    package var json: JSON { ["names": .array(names.map { .string($0) })] }

    /// A name a line.
    package func write(to page: inout Page) {
        names.forEach { page.line($0) }
    }
}
