/// Seconds from 1970-01-01T00:00:00Z to a date and time in the form of RFC 3339 section 5.6; nil for any other text.
///
/// Days that a month does not have are refused. Second 60, a leap second, is the second after 59.
func secondsSince1970(rfc3339 text: String) -> Double? {
    var reader = RFC3339Reader(Array(text.utf8)[...])
    guard let year = reader.number(4), reader.skip("-"),
        let month = reader.number(2), (1...12).contains(month), reader.skip("-"),
        let day = reader.number(2), (1...daysIn(month: month, year: year)).contains(day),
        reader.skip("T") || reader.skip("t") || reader.skip(" "),
        let hour = reader.number(2), hour < 24, reader.skip(":"),
        let minute = reader.number(2), minute < 60, reader.skip(":"),
        let second = reader.number(2), second <= 60,
        let fraction = reader.fraction(),
        let offset = reader.offset(), reader.isAtEnd
    else { return nil }
    let seconds = daysSince1970(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
    return Double(seconds - offset) + fraction
}

private struct RFC3339Reader {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func number(_ digits: Int) -> Int? {
        guard rest.count >= digits else { return nil }
        var value = 0
        for digit in rest.prefix(digits) {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        rest = rest.dropFirst(digits)
        return value
    }

    /// The part of a second; 0 when there is none, nil for a point without digits.
    mutating func fraction() -> Double? {
        guard skip(".") else { return 0 }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        return Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"),
            let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60
        else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return isWest ? -seconds : seconds
    }
}

private func daysIn(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

/// Days of the proleptic Gregorian calendar, for years from 0 to 9999.
private func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    // Years that begin in March put the leap day last, so that the days before a month follow one formula.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted + 400) / 400 - 1
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
}
