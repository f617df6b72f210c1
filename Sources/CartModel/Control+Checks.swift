extension Control {
    /// The states that a control can be in, and that values can be set for: those that have a name.
    public static let states = ControlState.named.reduce(into: ControlState.normal) { $0.formUnion($1.option) }

    /// Checks a set of states.
    ///
    /// - Parameter field: What the caller calls it, for `details.field`.
    /// - Throws: `invalidControl`.
    package static func check(_ state: ControlState, as field: String = "state") throws(CartError) {
        guard state.isSubset(of: states) else {
            throw .invalidControl(
                field,
                "the states \(state.rawValue) are not a sum of \(ControlState.named.map(nameAndBits).joined(separator: ", "))"
            )
        }
    }

    /// Checks a title, a colour or the name of an image.
    ///
    /// - Throws: `invalidControl`.
    package static func check(_ text: String, as kind: ControlValue) throws(CartError) {
        let reason: String? =
            switch kind {
            case .title: titleFault(text)
            case .color: isColor(text) ? nil : "is not of the form #RRGGBB"
            case .image: text.isEmpty ? nil : ModelLimits.fault(in: text, bytes: ModelLimits.iconBytes)
            }
        if let reason {
            throw .invalidControl(kind.rawValue, "the \(kind.rawValue) \(text.excerpt()) \(reason)")
        }
    }

    /// Checks a room between image and title.
    ///
    /// - Throws: `invalidGeometry`.
    package static func check(spacing: Double) throws(CartError) {
        // As a layout does: half points are exact up to 2^52.
        guard spacing >= 0, spacing <= 4_503_599_627_370_496 else {
            throw CartError(
                .invalidGeometry,
                "spacing is \(spacing) but must be finite, not negative and at most 2^52",
                details: ["parameter": "spacing", "value": .string("\(spacing)")]
            )
        }
    }

    private static func titleFault(_ text: String) -> String? {
        if text.utf8.count > ModelLimits.titleBytes {
            return "has \(text.utf8.count) bytes; at most \(ModelLimits.titleBytes) are allowed"
        }
        return text.withUTF8Bytes { $0.contains(0) } ? "has a NUL character" : nil
    }

    private static func isColor(_ text: String) -> Bool {
        text.withUTF8Bytes { bytes in
            bytes.count == 7 && bytes.first == UInt8(ascii: "#")
                && bytes.dropFirst().allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
                        UInt8(ascii: "a")...UInt8(ascii: "f"):
                        true
                    default: false
                    }
                }
        }
    }

    private static func nameAndBits(_ state: (name: String, option: ControlState)) -> String {
        "\(state.option.rawValue) (\(state.name))"
    }
}

extension CartError {
    /// The refusal of something that a control cannot have.
    static func invalidControl(_ field: String, _ message: String) -> CartError {
        CartError(.invalidControl, message, details: ["field": .string(field)])
    }
}
