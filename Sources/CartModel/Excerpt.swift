extension String {
    /// The text itself, or its beginning and an ellipsis where it is longer than a message should repeat.
    ///
    /// Cut between scalars by bytes, because one character may carry any number of combining marks.
    package func excerpt(bytes limit: Int = 64) -> String {
        guard utf8.count > limit else {
            return self
        }
        var result = ""
        for scalar in unicodeScalars {
            guard result.utf8.count + UTF8.width(scalar) <= limit else {
                break
            }
            result.unicodeScalars.append(scalar)
        }
        return result + "…"
    }
}
