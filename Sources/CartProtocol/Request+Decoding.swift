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
        LayOutList.name: { try .layOutList($0.read()) },
        LayOutControl.name: { try .layOutControl($0.read()) },
        HitGrid.name: { try .hitGrid($0.read()) },
        HitList.name: { try .hitList($0.read()) },
        HitControl.name: { try .hitControl($0.read()) },
        SetControl.name: { try .setControl($0.read()) },
        ClearControl.name: { try .clearControl($0.read()) },
        ShowControl.name: { try .showControl($0.read()) },
        ListControls.name: { try .listControls($0.read()) },
        RemoveControl.name: { try .removeControl($0.read()) },
        ChangeControlState.name: { try .changeControlState($0.read()) },
        SendControlEvents.name: { try .sendControlEvents($0.read()) },
        PollControlEvents.name: { try .pollControlEvents($0.read()) },
        ShowStatus.name: { try .showStatus($0.read()) },
    ]

    /// The names of all methods, sorted.
    package static var methodNames: [String] { readers.keys.sorted() }
}
