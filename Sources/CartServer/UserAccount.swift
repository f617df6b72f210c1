package import CartModel

/// What one user has open and may have open, shared by its connections.
package final class UserAccount {
    /// The user.
    package let user: UInt32
    /// How much may be open; nil for who is exempt.
    package let limits: UserLimits?
    /// How much is.
    package internal(set) var usage = UserUsage()

    private let allowedBytes: Int

    /// Creates an account of nothing.
    package init(user: UInt32, limits: UserLimits? = nil) {
        self.user = user
        self.limits = limits
        allowedBytes = limits?.bytes ?? .max
    }

    /// Whether so many bytes are in flight that nothing more is begun.
    package var isFull: Bool { usage.bytes >= allowedBytes }

    /// What a request is told while the account is full.
    var tooManyBytes: CartError {
        .overloaded(
            "userBytes",
            of: user,
            used: usage.bytes,
            allowed: allowedBytes,
            "\(usage.bytes) bytes to and from user \(user) are in flight, of at most \(allowedBytes); "
                + "read what has come on all connections, then try again"
        )
    }
}

/// The accounts of all users that are connected.
package final class UserAccounts {
    private var accounts: [UInt32: UserAccount] = [:]
    private let limits: UserLimits
    private let exempt: Set<UInt32>

    /// Creates accounts of nobody.
    ///
    /// - Parameters:
    ///   - limits: What each user may have open.
    ///   - exempt: Whom they do not hold for.
    package init(limits: UserLimits = UserLimits(), exempt: Set<UInt32> = []) {
        self.limits = limits
        self.exempt = exempt
    }

    /// The accounts, by user.
    package var all: [UserAccount] { accounts.values.sorted { $0.user < $1.user } }

    /// Counts a new connection of a user.
    ///
    /// - Returns: The user's account; each is to be given back to ``close(_:)`` once.
    /// - Throws: `overloaded`, and nothing is counted.
    package func open(for user: UInt32) throws(CartError) -> UserAccount {
        let account =
            accounts[user] ?? UserAccount(user: user, limits: exempt.contains(user) ? nil : limits)
        try account.usage.addConnection(of: user, allowed: account.limits?.connections)
        accounts[user] = account
        return account
    }

    /// Counts a connection no more; its streams and bytes have to be gone.
    package func close(_ account: UserAccount) {
        account.usage.removeConnection()
        if account.usage.connections == 0 {
            accounts[account.user] = nil
        }
    }
}
