import CartModel
import CartProtocol

/// Tells a person what the demo does, step by step as it happens; silent with `--json`.
struct DemoNarrator {
    private let session: Session
    private var step = 0
    private var isGone = false

    init(session: Session) {
        self.session = session
    }

    mutating func introduce() {
        tell { page in
            page.line(
                page.painted("cartd", .bold)
                    + " keeps one catalog and one cart for every screen of a kiosk, and works out what they draw."
            )
            page.line("This runs the real daemon in a temporary folder.")
        }
    }

    mutating func started(_ daemon: Hello.Answer, after time: Milliseconds, folder: String) {
        head("No daemon runs, so the first call starts one (socket activation)", command: "cartctl status")
        tell { page in
            page.line(
                "   \(daemon.software.visible) answers after \(time.words), as process \(daemon.pid), with new state in \(folder.visible)"
            )
        }
    }

    mutating func catalogs(_ catalogs: [CatalogSummaryView]) {
        head("It brings two catalogs: six bags, and cars in groups", command: "cartctl catalog list")
        tell { page in page.table(CatalogListReport(catalogs: catalogs).table(indent: 3)) }
    }

    mutating func fills() {
        head("Six adds fill the cart. An answer means: it is on disk", command: nil)
    }

    mutating func added(_ step: DemoStep) {
        tell { page in Self.write(step, "cartctl add", .green, "+", to: &page) }
    }

    mutating func refused(_ error: CartError) {
        tell { page in
            page.line(
                "   $ cartctl add     \(page.painted("refused", .red)): \(error.message.visible) "
                    + page.painted("(\(error.code.rawValue.visible), exit status \(ExitStatus(error).rawValue))", .dim)
            )
        }
    }

    mutating func laidOut(_ grid: GridReport?) {
        head(
            "A screen draws what the daemon has laid out: frames in points",
            command: "cartctl layout grid --width 280 --height 220"
        )
        guard let grid else { return }
        tell { page in
            grid.writeDrawing(to: &page, indent: 3)
            var table = grid.table
            table.indent = 3
            page.table(table)
        }
    }

    mutating func restarts(_ daemon: Hello.Answer) {
        head(
            "The daemon is stopped. The next call starts another one, and nothing is lost",
            command: "kill \(daemon.pid)"
        )
    }

    mutating func restarted(_ daemon: Hello.Answer, cart: CartAnswer, after time: Milliseconds) {
        tell { page in
            page.line("   $ cartctl show")
            page.line(
                "   process \(daemon.pid) answers after \(time.words): \(cart.cart.lines.count) of \(cart.cart.capacity) lines, "
                    + "version \(cart.cart.version)"
            )
        }
    }

    mutating func empties() {
        head("Taking lines out turns the buttons of the screen back", command: nil)
    }

    mutating func removed(_ step: DemoStep) {
        tell { page in Self.write(step, "cartctl remove", .yellow, "-", to: &page) }
    }

    mutating func cleared(_ step: DemoStep) {
        tell { page in Self.write(step, "cartctl clear", .yellow, "-", to: &page) }
    }

    private static func write(
        _ step: DemoStep,
        _ command: String,
        _ paint: Page.Paint,
        _ sign: String,
        to page: inout Page
    ) {
        let cart = step.answer.cart
        let id = (step.product?.id ?? "every line").visible
        let name = (step.product?.name ?? "").visible
        let line =
            "   $ " + command.padded(to: 16) + page.painted(sign, paint) + " "
            + id.padded(to: 14) + name.padded(to: 8)
            + "\(cart.lines.count) of \(cart.capacity)".padded(to: 8)
            + "add " + page.button(step.answer.canAdd) + (step.answer.canAdd ? "   " : "  ")
            + "remove " + page.button(step.answer.canRemove) + (step.answer.canRemove ? "   " : "  ")
            + page.painted(step.time.words.padded(to: 7, .trailing), .dim)
        page.line(line)
    }

    private mutating func head(_ title: String, command: String?) {
        step += 1
        let number = step
        tell { page in
            page.line()
            page.line(page.painted("\(number). \(title)", .bold))
            if let command {
                page.line("   $ " + command)
            }
        }
    }

    /// Writes at once, so that a person sees each step when it happens.
    ///
    /// A reader that has gone away does not stop the demo, which has to clean up; that it is gone comes out when the demo's end
    /// is written.
    private mutating func tell(_ write: (inout Page) -> Void) {
        guard !session.isJSON, !isGone else { return }
        var page = Page(for: session.terminal)
        write(&page)
        do {
            try session.output.write(page.text)
        } catch {
            isGone = true
        }
    }
}
