import CartModel
import CartProtocol

extension CommandDeclaration {
    /// `layout grid`.
    static let layoutGrid = CommandDeclaration(
        path: ["layout", "grid"],
        section: .layout,
        summary: "lay out a cart or a catalog as a grid of tiles",
        notes: [
            "Lengths are points from the top left corner. The frames of icon and title are relative to their tile.",
            "The grid is that of the cart `default` where neither a cart nor a catalog is named.",
        ],
        parameters: [
            Parameters.cart.declaration, Parameters.gridCatalog.declaration, Parameters.group.declaration,
            Parameters.width.declaration, Parameters.height.declaration, Parameters.columns.declaration,
            Parameters.rows.declaration, Parameters.tileWidth.declaration, Parameters.tileHeight.declaration,
            Parameters.scale.declaration, Parameters.direction.declaration, Parameters.visible.declaration,
        ],
        rules: [
            .either(Parameters.cart.declaration.spelling, or: Parameters.gridCatalog.declaration.spelling),
            .needs(Parameters.group.declaration.spelling, with: Parameters.gridCatalog.declaration.spelling),
        ],
        examples: [
            "cartctl layout grid --width 280 --height 220",
            "cartctl layout grid --catalog cars --group A --columns 2 --direction rtl",
        ],
        run: { (arguments, session) throws(CartError) in
            let call = LayOutGrid(
                cart: arguments[Parameters.cart],
                catalog: arguments[Parameters.gridCatalog],
                group: arguments[Parameters.group],
                width: arguments[Parameters.width],
                height: arguments[Parameters.height],
                columns: try arguments[Parameters.columns]?.count(of: "columns"),
                rows: try arguments[Parameters.rows]?.count(of: "rows"),
                tileWidth: arguments[Parameters.tileWidth],
                tileHeight: arguments[Parameters.tileHeight],
                scale: try arguments[Parameters.scale]?.count(of: "scale"),
                direction: arguments[Parameters.direction],
                visible: arguments[Parameters.visible]
            )
            return GridReport(answer: try session.service().layOutGrid(call), call: call)
        }
    )
}
