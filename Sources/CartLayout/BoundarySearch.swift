extension Range where Bound == Int {
    /// The first index for which the predicate holds, or `upperBound`; once it holds it must go on to hold.
    ///
    /// The search starts at `guess` and widens from there, so a guess that is right or nearly so costs a handful
    /// of calls whatever the size of the range, and a wrong one no more than twice a binary search.
    func firstIndex(near guess: Int, where holds: (Int) -> Bool) -> Int {
        guard !isEmpty else { return upperBound }
        let start = Swift.min(Swift.max(guess, lowerBound), upperBound - 1)
        var low = lowerBound
        var high = upperBound
        var step = 1
        if holds(start) {
            high = start
            while high > low {
                let probe = high - low > step ? high - step : low
                guard holds(probe) else {
                    low = probe + 1
                    break
                }
                high = probe
                step = step > Int.max / 2 ? Int.max : step * 2
            }
        } else {
            low = start + 1
            while low < high {
                let probe = high - low > step ? low + step - 1 : high - 1
                if holds(probe) {
                    high = probe
                    break
                }
                low = probe + 1
                step = step > Int.max / 2 ? Int.max : step * 2
            }
        }
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
