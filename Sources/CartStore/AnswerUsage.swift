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

    /// A limit that an owner has reached.
    struct Limit {
        /// `answers` or `answerBytes`.
        let name: String
        let used: Int
        let allowed: Int
    }

    /// The limit for which an owner may record no more now, or nil.
    ///
    /// An owner may use three quarters of what the others leave: alone three quarters of the log, two of them three
    /// sevenths each, and so on, so that whoever comes next finds room (dynamic thresholds; Choudhury and Hahne, 1998).
    /// An answer whose size is not known yet goes by what is used before it.
    func limit(of owner: UInt32, count: Int, bytes: Int) -> Limit? {
        let own = owners[owner] ?? Amount()
        let allowed = Amount(
            count: Self.share(of: count - (total.count - own.count)),
            bytes: Self.share(of: bytes - (total.bytes - own.bytes))
        )
        if own.count >= allowed.count {
            return Limit(name: "answers", used: own.count, allowed: allowed.count)
        }
        if own.bytes >= allowed.bytes {
            return Limit(name: "answerBytes", used: own.bytes, allowed: allowed.bytes)
        }
        return nil
    }

    private static func share(of rest: Int) -> Int { max(0, rest) / 4 * 3 }
}
