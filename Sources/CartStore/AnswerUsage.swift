import CartModel

/// How much of the answer log is in use, and by whom.
struct AnswerUsage {
    /// A number of answers and their bytes.
    struct Amount: Equatable {
        var count = 0
        /// Keys, requests and answers as they are on disk.
        var bytes = 0
    }

    private(set) var total = Amount()
    private var owners: [UInt32: Amount] = [:]

    mutating func add(_ bytes: Int, of owner: UInt32) {
        total.count += 1
        total.bytes += bytes
        owners[owner, default: Amount()].count += 1
        owners[owner, default: Amount()].bytes += bytes
    }

    mutating func remove(_ bytes: Int, of owner: UInt32) {
        guard var amount = owners[owner] else {
            return
        }
        total.count -= 1
        total.bytes -= bytes
        amount.count -= 1
        amount.bytes -= bytes
        owners[owner] = amount.count > 0 ? amount : nil
    }

    /// Why an owner may record no more now, or nil.
    ///
    /// An owner may use three quarters of what the others leave: alone three quarters of the log, two of them three
    /// sevenths each, and so on, so that whoever comes next finds room (dynamic thresholds; Choudhury and Hahne, 1998).
    /// An answer whose size is not known yet goes by what is used before it.
    func refusal(of owner: UInt32, count: Int, bytes: Int, seconds: Int64) -> CartError? {
        let own = owners[owner] ?? Amount()
        for (limit, used, total, all) in [
            ("answers", own.count, total.count, count), ("answerBytes", own.bytes, total.bytes, bytes),
        ] {
            let allowed = max(0, all - (total - used)) / 4 * 3
            if used >= allowed {
                return .overloaded(
                    limit,
                    used: used,
                    allowed: allowed,
                    "the user \(owner) has made so many changes with an idempotency key in the last \(seconds) seconds "
                        + "that no more answers can be kept; try again later, or without a key"
                )
            }
        }
        return nil
    }
}
