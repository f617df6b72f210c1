import CartModel

/// How much one answer carries where there may be more: whichever bound is met first ends the page.
enum Page {
    /// Entries at most.
    static let count = 1000
    /// Bytes of text at most, estimated; far below the frame limit of 1 MiB.
    static let bytes = 256 * 1024
}

extension Product {
    /// About what the product takes in an answer, in bytes.
    var encodedSize: Int { id.utf8.count + name.utf8.count + (icon?.utf8.count ?? 0) + 24 }
}
