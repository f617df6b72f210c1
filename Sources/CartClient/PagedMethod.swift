import CartModel
import CartProtocol

/// A method that is answered page by page.
protocol PagedMethod: Method where Answer: AnswerPage {
    /// Where the page begins that is asked for; nil is the beginning.
    var start: Answer.Place? { get set }

    /// Whether a place comes after this page, so that asking goes on and ends.
    func isFollowed(by next: Answer.Place, after page: Answer) -> Bool
}

/// One of the answers that together are what was asked for.
protocol AnswerPage {
    /// Says where a page begins.
    associatedtype Place

    /// Where the next page begins; nil after the last.
    var next: Place? { get set }

    /// The version of what the page is of; nil where pages belong together whatever changes meanwhile.
    var wholeVersion: Int64? { get }

    /// Adds the page that begins at ``next``.
    mutating func goOn(with page: Self)
}

/// The pages of one answer: asks for all of them, and from the beginning again where what they are of changes meanwhile.
struct Pages<M: PagedMethod>: AnswerSeries {
    private let first: M
    private(set) var request: M
    private var whole: M.Answer?

    /// Begins with the request for the first page.
    init(of first: M) {
        self.first = first
        request = first
    }

    mutating func take(_ page: M.Answer) throws(CartError) -> M.Answer? {
        if let next = page.next, !request.isFollowed(by: next, after: page) {
            throw .malformedReply(to: request)
        }
        guard page.wholeVersion == (whole ?? page).wholeVersion else {
            request = first
            whole = nil
            return nil
        }
        if whole == nil {
            whole = page
        } else {
            whole?.goOn(with: page)
            whole?.next = page.next
        }
        guard let next = page.next else {
            return whole
        }
        request.start = next
        return nil
    }
}

extension CartError {
    /// A page that leads nowhere.
    static func malformedReply<M: Method>(to request: M) -> CartError {
        .malformedReply("to \(M.name) names a next page that does not come after this one")
    }
}

// MARK: - The methods

extension ListCarts: PagedMethod {
    var start: String? {
        get { after }
        set { after = newValue }
    }

    func isFollowed(by next: String, after page: Answer) -> Bool { !page.carts.isEmpty && next != after }
}

extension ListCarts.Answer: AnswerPage {
    var wholeVersion: Int64? { nil }

    mutating func goOn(with page: Self) { carts += page.carts }
}

extension ListControls: PagedMethod {
    var start: String? {
        get { after }
        set { after = newValue }
    }

    func isFollowed(by next: String, after page: Answer) -> Bool { !page.controls.isEmpty && next != after }
}

extension ListControls.Answer: AnswerPage {
    var wholeVersion: Int64? { nil }

    // The sequence stays that of the first page: what happens between two is heard of twice rather than never.
    mutating func goOn(with page: Self) { controls += page.controls }
}

extension ShowCatalog: PagedMethod {
    var start: Position? {
        get { from }
        set { from = newValue }
    }

    func isFollowed(by next: Position, after page: Answer) -> Bool {
        (from?.group ?? 0, from?.product ?? 0) < (next.group, next.product)
    }
}

extension ShowCatalog.Answer: AnswerPage {
    var wholeVersion: Int64? { catalog.version }

    mutating func goOn(with page: Self) {
        var added = page.groups[...]
        if let next, next.product > 0, let rest = added.popFirst(), let last = groups.indices.last {
            groups[last].products += rest.products
        }
        groups += added
    }
}

extension LayOutGrid: PagedMethod {
    var start: Int? {
        get { from }
        set { from = newValue }
    }

    func isFollowed(by next: Int, after page: Answer) -> Bool { next > from ?? 0 }
}

extension LayOutGrid.Answer: AnswerPage {
    var wholeVersion: Int64? { version }

    mutating func goOn(with page: Self) { items += page.items }
}

extension LayOutList: PagedMethod {
    var start: Position? {
        get { from }
        set { from = newValue }
    }

    func isFollowed(by next: Position, after page: Answer) -> Bool {
        (from?.section ?? 0, from?.row ?? 0) < (next.section, next.row)
    }
}

extension LayOutList.Answer: AnswerPage {
    var wholeVersion: Int64? { version }

    // The first section may be the rest of the last one here.
    mutating func goOn(with page: Self) {
        var added = page.sections[...]
        if let last = sections.indices.last, let rest = added.first, rest.index == sections[last].index {
            sections[last].rows += rest.rows
            added.removeFirst()
        }
        sections += added
    }
}
