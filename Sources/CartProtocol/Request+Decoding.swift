extension Request {
    /// How the parameters of each method are read, by the method's name.
    static let readers: [String: @Sendable (RequestEnvelope.Parameters) throws -> Request] = [
        Hello.name: { try .hello($0.read()) },
        AddLineItem.name: { try .addLineItem($0.read()) },
        RemoveLineItem.name: { try .removeLineItem($0.read()) },
        SetLineItem.name: { try .setLineItem($0.read()) },
        ClearCart.name: { try .clearCart($0.read()) },
        ShowCart.name: { try .showCart($0.read()) },
        ListCarts.name: { try .listCarts($0.read()) },
        ListCatalogs.name: { try .listCatalogs($0.read()) },
        ShowCatalog.name: { try .showCatalog($0.read()) },
        ImportCatalog.name: { try .importCatalog($0.read()) },
        RemoveCatalog.name: { try .removeCatalog($0.read()) },
        LayOutGrid.name: { try .layOutGrid($0.read()) },
        ShowStatus.name: { try .showStatus($0.read()) },
    ]
}
