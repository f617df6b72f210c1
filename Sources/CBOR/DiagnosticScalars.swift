/// Bytes as `h'0102'`.
func diagnosticBytes(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("h'".utf8)
    for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self) + "'"
}

/// Text as a JSON string (RFC 8259 section 7).
///
/// Letters of all scripts stay as they are; what a terminal would obey, hide or not know is escaped.
func diagnosticText(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        default:
            if isVisible(scalar) {
                text.unicodeScalars.append(scalar)
            } else {
                for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
    }
    return text + "\""
}

private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7f }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
}

/// A number with a point or an exponent, in the fewest digits that keep it, laid out as ECMAScript does
/// (Number::toString), with `.0` where that has no fraction.
func diagnosticNumber(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    if value == 0 { return value.sign == .minus ? "-0.0" : "0.0" }
    let (digits, point) = decimalDigits(value.magnitude)
    let sign = value < 0 ? "-" : ""
    switch point {
    case 1...21:
        if digits.count <= point { return sign + digits + String(repeating: "0", count: point - digits.count) + ".0" }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    case -5...0:
        return sign + "0." + String(repeating: "0", count: -point) + digits
    default:
        let fraction = digits.dropFirst()
        let exponent = point - 1
        return sign + digits.prefix(1) + "." + (fraction.isEmpty ? "0" : fraction) + "e" + (exponent < 0 ? "-" : "+")
            + String(exponent.magnitude)
    }
}

/// The shortest digits of a positive number without zeros around them, and how many of them are before the point.
private func decimalDigits(_ value: Double) -> (digits: String, point: Int) {
    let parts = value.description.split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = (parts.first ?? "0").split(separator: ".", omittingEmptySubsequences: false)
    let whole = mantissa.first ?? "0"
    let fraction = mantissa.count > 1 ? mantissa[1] : ""
    let all = whole + fraction
    let leading = all.prefix { $0 == "0" }.count
    var digits = all.dropFirst(leading)
    while digits.last == "0" { digits.removeLast() }
    return (String(digits), whole.count - leading + exponent)
}
