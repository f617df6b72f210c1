extension Request {
    /// How the parameters of a method are read.
    struct Reader: Sendable {
        let method: any Method.Type
        let role: Role
        let read: @Sendable (RequestEnvelope.Parameters) throws -> Request

        init<M: Method>(_ wrap: @escaping @Sendable (M) -> Request) {
            method = M.self
            role = M.role
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
        return Dictionary(readers.map { ($0.method.name, $0) }) { first, _ in first }
    }()

    /// What the daemon can be asked, by name.
    package static let methods = readers.values
        .map { reader in
            Describe.MethodEntry(
                name: reader.method.name,
                mutation: reader.method.isMutation,
                // Asked only here, because the first look for a conformance takes longer than a call.
                stream: reader.method is any StreamMethod.Type,
                role: reader.role
            )
        }
        .sorted { $0.name < $1.name }
}
