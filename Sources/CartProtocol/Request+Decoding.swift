extension Request {
    /// A method on its way from the wire: what it is, and how its parameters are read.
    struct Reader: Sendable {
        let entry: Describe.MethodEntry
        let read: @Sendable (RequestEnvelope.Parameters) throws -> Request

        init<M: Method>(_ wrap: @escaping @Sendable (M) -> Request) {
            entry = Describe.MethodEntry(
                name: M.name,
                mutation: M.isMutation,
                stream: M.self is any StreamMethod.Type
            )
            read = { try wrap($0.read()) }
        }
    }

    /// Every method, by its name.
    static let readers: [String: Reader] = {
        let readers = [
            Reader(Request.hello),
            Reader(Request.describe),
            Reader(Request.addLineItem),
            Reader(Request.removeLineItem),
            Reader(Request.setLineItem),
            Reader(Request.clearCart),
            Reader(Request.showCart),
            Reader(Request.listCarts),
            Reader(Request.listCatalogs),
            Reader(Request.showCatalog),
            Reader(Request.importCatalog),
            Reader(Request.removeCatalog),
            Reader(Request.layOutGrid),
            Reader(Request.layOutList),
            Reader(Request.layOutControl),
            Reader(Request.hitGrid),
            Reader(Request.hitList),
            Reader(Request.hitControl),
            Reader(Request.setControl),
            Reader(Request.clearControl),
            Reader(Request.showControl),
            Reader(Request.listControls),
            Reader(Request.removeControl),
            Reader(Request.changeControlState),
            Reader(Request.sendControlEvents),
            Reader(Request.pollControlEvents),
            Reader(Request.watchCart),
            Reader(Request.watchCarts),
            Reader(Request.watchCatalogs),
            Reader(Request.watchControls),
            Reader(Request.showStatus),
            Reader(Request.cancel),
        ]
        return Dictionary(readers.map { ($0.entry.name, $0) }) { first, _ in first }
    }()

    /// What the daemon can be asked, by name.
    package static let methods = readers.values.map(\.entry).sorted { $0.name < $1.name }
}
