import CBOR
package import CartModel

extension CartError {
    /// The same refusal of a request, with the parameter that it is about as `details.field`: a path such as
    /// `params.quantity`.
    ///
    /// The rules and the geometry know their own words for what they refuse, not the message that it came in. An error
    /// that is about no parameter that was given, but about a default or the state, stays without a field.
    package func namingField(of method: some Method) -> CartError {
        guard !parameters.isEmpty, let bytes = try? CBOREncoder().encode(method),
            let params = try? CBORDecoder().decode(CBORValue.self, from: bytes)
        else {
            return self
        }
        for names in parameters {
            let path = names.split(separator: ".").map(String.init)
            // A hit test carries the layout that it asks about as one parameter.
            for prefix in [[], ["grid"], ["list"], ["control"]] where params.hasValue(at: prefix + path) {
                var named = self
                named.details["field"] = .string((["params"] + prefix + path).joined(separator: "."))
                return named
            }
        }
        return self
    }

    /// The parameters that an error of this code can be about; the first that was given is meant.
    private var parameters: [String] {
        switch code {
        case .invalidQuantity: ["quantity"]
        case .invalidCapacity: ["capacity"]
        case .cartMismatch: details["capacity"] == nil ? ["catalog"] : ["capacity"]
        case .versionConflict: ["expectedVersion"]
        case .unknownCart: ["cart"]
        case .unknownCatalog: ["catalog"]
        case .unknownGroup: ["group"]
        case .unknownControl: ["control"]
        case .unknownProduct: ["product"]
        case .unknownLine: ["index"]
        case .invalidName: text("kind").map { [$0] } ?? []
        case .invalidControl: text("field").map { [$0] } ?? []
        // A handler that is asked by a hit test has named it as if it was asked itself.
        case .malformed: text("field").flatMap { $0.hasPrefix("params.") ? [String($0.dropFirst(7))] : nil } ?? []
        case .invalidGeometry: text("parameter").map(Self.parameters(ofGeometry:)) ?? []
        default: []
        }
    }

    private func text(_ detail: String) -> String? {
        if case .string(let text) = details[detail] { text } else { nil }
    }

    /// What the geometry's own parameter is called in a call.
    private static func parameters(ofGeometry parameter: String) -> [String] {
        switch parameter {
        case "container.width", "bounds.width": ["width"]
        case "container.height", "bounds.height": ["height"]
        case "tile.width": ["tileWidth"]
        case "tile.height": ["tileHeight"]
        case "icon.width": ["iconWidth"]
        case "icon.height": ["iconHeight"]
        case "image.width": ["imageSize.width"]
        case "image.height": ["imageSize.height"]
        case "title.width": ["titleSize.width"]
        case "title.height": ["titleSize.height"]
        case "offset": ["offset", "visible.y"]
        default: [parameter]
        }
    }
}

extension CBORValue {
    /// Whether there is something other than a map at the end of a path of members.
    fileprivate func hasValue(at path: [String]) -> Bool {
        var value = self
        for name in path {
            guard let member = value[name] else {
                return false
            }
            value = member
        }
        if case .map = value { return false }
        return true
    }
}
