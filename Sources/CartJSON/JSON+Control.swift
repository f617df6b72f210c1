import CartLayout
import CartModel
package import CartProtocol

extension JSON {
    /// `{"name","version","state","spacing","horizontal","vertical","values":[{"state","title","color","image"}]}`; states are
    /// UIKit's bits.
    package init(_ control: ControlView) {
        let values = control.values.map { values -> JSON in
            [
                "state": .integer(Int64(values.state.rawValue)), "title": .string(orNull: values.title),
                "color": .string(orNull: values.color), "image": .string(orNull: values.image),
            ]
        }
        self = [
            "name": .string(control.name), "version": .integer(control.version),
            "state": .integer(Int64(control.state.rawValue)), "spacing": .number(control.spacing),
            "horizontal": .string(control.horizontal.rawValue), "vertical": .string(control.vertical.rawValue),
            "values": .array(values),
        ]
    }
}
