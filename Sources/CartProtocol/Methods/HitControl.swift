public import CartLayout

/// Says which part of a control is at a point.
public struct HitControl: Method {
    /// The part as its kind, or nothing outside of the control.
    public typealias Answer = HitAnswer
    /// `hit.control`.
    public static let name = "hit.control"

    /// The control.
    public var control: LayOutControl
    /// A point in the control's coordinates, whose origin is its top left corner.
    public var point: Point

    /// Creates the call.
    public init(control: LayOutControl, point: Point) {
        self.control = control
        self.point = point
    }
}
