import CartClient

/// One connection, two tasks: one fills a cart, the other shows it whenever it has changed.
@main
struct Example {
    static func main() async throws {
        let client = try await CartClient()
        print("connected to \(client.daemon.software)")

        // What an earlier run has left; the first add makes the cart where there is none.
        _ = try? await client.call(ClearCart(cart: "example"))
        var answer = try await client.call(AddLineItem(cart: "example", quantity: 2))

        let display = Task {
            var versions = 0
            for try await event in client.watch(WatchCart(cart: "example")) {
                guard let cart = event.cart else { continue }
                versions += 1
                let lines = cart.lines.map { "\($0.quantity) x \($0.product.name)" }
                print("version \(cart.version): \(lines.joined(separator: ", "))")
                if event.canAdd == false { break }
            }
            return versions
        }
        while answer.canAdd {
            answer = try await client.call(AddLineItem(cart: "example"))
        }
        print("shown \(try await display.value) times, the last with \(answer.cart.lines.count) lines")

        // A refusal has a code to decide by, and words to show.
        do throws(CartError) {
            _ = try await client.call(AddLineItem(cart: "example"))
        } catch {
            print("refused with \(error.code): \(error.message)")
        }
    }
}
