/// Finds what somebody may have meant by a word that does not exist.
enum Suggestion {
    /// Longer words are not looked at: nobody mistypes a name into a hundred letters.
    private static let longest = 32

    /// The candidate nearest to the word, or nil where none is near: one that the word begins, else the one with the
    /// fewest typing errors, of which every third letter may be one.
    static func nearest(to word: String, in candidates: [String]) -> String? {
        let letters = Array(word.lowercased())
        guard !letters.isEmpty, letters.count <= longest else {
            return nil
        }
        let continued = candidates.filter { $0.hasPrefix(word) }
        if continued.count == 1, letters.count > 1 {
            return continued.first
        }
        var best: (candidate: String, errors: Int)?
        for candidate in candidates {
            let errors = distance(letters, Array(candidate))
            if errors <= max(1, min(letters.count, candidate.count) / 3), errors < best?.errors ?? .max {
                best = (candidate, errors)
            }
        }
        return best?.candidate
    }

    /// Letters to leave out, to add, to change or to swap with their neighbour to make one word of the other: the
    /// optimal string alignment distance.
    static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var older: [Int] = []
        var previous = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var current = [row + 1]
            for (column, against) in other.enumerated() {
                let change = previous[column] + (letter == against ? 0 : 1)
                var errors = min(change, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == against {
                    errors = min(errors, older[column - 1] + 1)
                }
                current.append(errors)
            }
            (older, previous) = (previous, current)
        }
        return previous[other.count]
    }
}
