import CBOR

/// Parameters with which every method of the protocol can be called, with the fewest and with all of them.
enum SampleCalls {
    /// The cart, the control and the catalog that the calls are about.
    static let cart = "desk"
    static let control = "buy"

    /// What a method that stands for no other needs, and what makes all of its parameters be looked at.
    static let usual: [String: CBORValue] = [
        "hello": ["software": "sample", "protocolVersions": ["min": 1, "max": 1]],
        "cancel": ["request": 9],
        "cart.add": ["cart": .text(cart), "product": "qianbao"],
        "cart.remove": ["cart": .text(cart)],
        "cart.set": ["cart": .text(cart), "product": "qianbao", "quantity": 2],
        "cart.clear": ["cart": .text(cart)],
        "cart.show": ["cart": .text(cart)],
        "cart.watch": ["cart": .text(cart)],
        "catalog.show": ["catalog": "shop"],
        "catalog.import": ["catalog": "imported"],
        "catalog.remove": ["catalog": "imported"],
        "layout.grid": ["cart": .text(cart)],
        "layout.list": ["catalog": "cars"],
        "layout.control": ["control": .text(control), "title": "Buy"],
        "hit.grid": ["grid": ["cart": .text(cart)], "point": ["x": 1, "y": 1]],
        "hit.list": ["list": ["catalog": "cars"], "point": ["x": 1, "y": 61]],
        "hit.control": ["control": ["control": .text(control), "title": "Buy"], "point": ["x": 1, "y": 1]],
        "control.set": ["control": .text(control), "title": "Buy"],
        "control.clear": ["control": .text(control)],
        "control.change": ["control": .text(control), "set": 4],
        "control.show": ["control": .text(control)],
        "control.remove": ["control": .text(control)],
        "control.send": ["control": .text(control), "events": 64],
    ]

    /// Every parameter that goes together, with a value that is allowed.
    static let full: [String: CBORValue] = [
        "hello": ["software": "sample", "protocolVersions": ["min": 1, "max": 7]],
        "cart.add": ["cart": .text(cart), "product": "liantiaobao", "quantity": 3, "catalog": "shop", "capacity": 6],
        "cart.remove": ["cart": .text(cart), "index": 0],
        "cart.set": ["cart": .text(cart), "product": "qianbao", "quantity": 0],
        "cart.list": ["after": "a"],
        "catalog.show": ["catalog": "cars", "from": ["group": 2, "product": 1]],
        "catalog.import": ["catalog": "imported", "file": "menu.json"],
        "layout.grid": .grid,
        "layout.list": .list,
        "layout.control": .control,
        "hit.grid": ["grid": .grid, "point": ["x": 10.5, "y": 90]],
        "hit.list": ["list": .list, "point": ["x": 10.5, "y": 70]],
        "hit.control": ["control": .control, "point": ["x": 60, "y": 45.25]],
        "control.set": [
            "control": .text(control), "state": 4, "title": "Bought", "color": "#2E7D32", "image": "qianbao.svg",
            "spacing": 3.5, "horizontal": "leading", "vertical": "bottom",
        ],
        "control.clear": ["control": .text(control), "state": 4, "values": ["title", "image"]],
        "control.change": ["control": .text(control), "set": 1, "clear": 4],
        "control.list": ["after": "a"],
        "control.poll": ["after": 1, "control": .text(control), "events": 64],
        "catalog.watch": ["catalog": "shop"],
        "control.watch": ["control": .text(control), "events": 64],
    ]
}

extension CBORValue {
    fileprivate static let visible: CBORValue = ["x": 0, "y": 10.5, "width": 300, "height": 200]

    fileprivate static let grid: CBORValue = [
        "catalog": "cars", "group": "A", "width": 320.5, "height": 480, "columns": 4, "rows": 3, "tileWidth": 60,
        "tileHeight": 75.25, "scale": 2, "direction": "rtl", "fontSize": 13, "visible": visible, "relative": true,
        "from": 1,
    ]

    fileprivate static let list: CBORValue = [
        "catalog": "cars", "width": 320, "height": 480.5, "rowHeight": 50, "headerHeight": 24, "margin": 12,
        "iconWidth": 30, "iconHeight": 30, "iconSpacing": 8, "showsIndex": true, "indexTitles": ["A", "M", "Z"],
        "indexWidth": 12, "indexTitleWidth": 9.5, "indexPadding": 1, "maximumIndexWidth": 40,
        "indexEntryHeight": 12, "fontSize": 15, "indexFontSize": 10, "scale": 3, "direction": "ltr",
        "visible": visible, "relative": true, "offset": 10.5, "from": ["section": 0, "row": 0],
    ]

    fileprivate static let control: CBORValue = [
        "control": .text(SampleCalls.control), "title": "Buy it now", "color": "#000000", "image": "qianbao.svg",
        "width": 120, "height": 90.5, "state": 0, "horizontal": "trailing", "vertical": "fill", "spacing": 4,
        "direction": "rtl", "scale": 1, "imageSize": ["width": 40, "height": 40],
        "titleSize": ["width": 70.5, "height": 20], "fontSize": 12,
    ]
}
