package import CartJSON
package import CartProtocol

/// The description of the daemon's protocol.
package struct DescriptionReport: Report {
    /// What the daemon says.
    package let answer: Describe.Answer

    /// The answer's fields.
    package var json: JSON {
        [
            "software": .string(answer.software),
            "protocolVersions": [
                "min": .integer(answer.protocolVersions.min), "max": .integer(answer.protocolVersions.max),
            ],
            "methods": .array(
                answer.methods.map {
                    let told: JSON = [
                        "name": .string($0.name), "mutation": .boolean($0.mutation), "stream": .boolean($0.stream),
                    ]
                    return told.adding($0.role.map { ["role": .string($0.rawValue)] } ?? [:])
                }
            ),
            "cddl": .string(answer.cddl),
        ]
    }

    /// The CDDL as it is, so that it can be redirected into a file.
    package func write(to page: inout Page) {
        page.raw(answer.cddl)
    }
}
