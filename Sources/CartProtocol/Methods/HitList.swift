public import CartLayout

/// Says which row, header or entry of the section index of a list is at a point.
///
/// The section index and the header at the top of the screen lie over the rows.
public struct HitList: Method {
    /// What is there, or nothing.
    public typealias Answer = HitAnswer
    /// `hit.list`.
    public static let name = "hit.list"

    /// The list; `from` means nothing here.
    ///
    /// Its `offset`, else the top of `visible`, else 0 is how far the content is scrolled.
    public var list: LayOutList
    /// A point in the coordinates in which the rows' frames are answered.
    public var point: Point

    /// Creates the call.
    public init(list: LayOutList, point: Point) {
        self.list = list
        self.point = point
    }
}
