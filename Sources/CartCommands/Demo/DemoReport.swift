import CartJSON

/// The end of the demo.
struct DemoReport: Report {
    let record: DemoRecord
    let folder: String

    var json: JSON { record.json }

    func write(to page: inout Page) {
        page.line()
        page.line(
            "\(page.painted("Done", .green)) in \(record.milliseconds.words). The daemon is stopped and \(folder.visible) is removed."
        )
        page.line(
            "Your own cart is one command away: \(page.painted("cartctl add", .bold)), then cartctl show, or cartctl --help."
        )
    }
}
