/// One axis of a grid: equal lengths spread over an extent, the first at its start, the last at its end.
///
/// Positions may go on past the last stop at the same pitch.
struct Track: Hashable, Sendable {
    /// The room for all stops, in points.
    let extent: Double
    /// The length of each stop, in points.
    let length: Double
    /// The room between two neighbours: what is left over, shared evenly.
    ///
    /// 0 with one stop, never negative.
    let gap: Double
    /// Where the last stop begins, when there is a gap.
    private let travel: Double
    /// How many gaps share what is left over.
    private let gaps: Double

    /// Spreads `stops` (at least 1) lengths over the extent; all values are checked by the caller.
    init(extent: Double, length: Double, stops: Int) {
        self.extent = extent
        self.length = length
        gaps = Double(stops - 1)
        travel = extent - length
        gap = stops > 1 ? max(0, (extent - Double(stops) * length) / gaps) : 0
    }

    /// Where the stop begins.
    ///
    /// Positions never decrease.
    func start(_ index: Int) -> Double {
        start(Double(index))
    }

    /// Where the stop ends; never after the start of the next one, and equal to it when there is no gap.
    func end(_ index: Int) -> Double {
        let next = start(Double(index) + 1)
        return gap > 0 ? min(start(index) + length, next) : next
    }

    /// The stop that an offset points at, by arithmetic alone; at most a few off for very large offsets.
    func estimate(_ offset: Double) -> Int {
        let pitch = length + gap
        guard pitch > 0, offset > 0 else { return 0 }
        return Int(exactly: (offset / pitch).rounded(.down)) ?? Int.max - 1
    }

    // index * (length + gap) with one rounding less, so that the last stop ends where the extent does.
    private func start(_ index: Double) -> Double {
        gap > 0 ? index * travel / gaps : index * length
    }
}
