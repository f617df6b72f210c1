/// Every method of the protocol, once.
///
/// The daemon switches over it without a default, so the compiler asks for a handler of each.
package enum Request: Hashable, Sendable {
    case hello(Hello)
    case describe(Describe)
    case addLineItem(AddLineItem)
    case removeLineItem(RemoveLineItem)
    case setLineItem(SetLineItem)
    case clearCart(ClearCart)
    case showCart(ShowCart)
    case listCarts(ListCarts)
    case listCatalogs(ListCatalogs)
    case showCatalog(ShowCatalog)
    case importCatalog(ImportCatalog)
    case removeCatalog(RemoveCatalog)
    case layOutGrid(LayOutGrid)
    case layOutList(LayOutList)
    case layOutControl(LayOutControl)
    case hitGrid(HitGrid)
    case hitList(HitList)
    case hitControl(HitControl)
    case setControl(SetControl)
    case clearControl(ClearControl)
    case showControl(ShowControl)
    case listControls(ListControls)
    case removeControl(RemoveControl)
    case changeControlState(ChangeControlState)
    case sendControlEvents(SendControlEvents)
    case pollControlEvents(PollControlEvents)
    case watchCart(WatchCart)
    case watchCarts(WatchCarts)
    case watchCatalogs(WatchCatalogs)
    case watchControls(WatchControls)
    case showStatus(ShowStatus)
    case cancel(CancelRequest)

    /// The parameters, whose type is the method.
    package var method: any Method {
        switch self {
        case .hello(let method): method
        case .describe(let method): method
        case .addLineItem(let method): method
        case .removeLineItem(let method): method
        case .setLineItem(let method): method
        case .clearCart(let method): method
        case .showCart(let method): method
        case .listCarts(let method): method
        case .listCatalogs(let method): method
        case .showCatalog(let method): method
        case .importCatalog(let method): method
        case .removeCatalog(let method): method
        case .layOutGrid(let method): method
        case .layOutList(let method): method
        case .layOutControl(let method): method
        case .hitGrid(let method): method
        case .hitList(let method): method
        case .hitControl(let method): method
        case .setControl(let method): method
        case .clearControl(let method): method
        case .showControl(let method): method
        case .listControls(let method): method
        case .removeControl(let method): method
        case .changeControlState(let method): method
        case .sendControlEvents(let method): method
        case .pollControlEvents(let method): method
        case .watchCart(let method): method
        case .watchCarts(let method): method
        case .watchCatalogs(let method): method
        case .watchControls(let method): method
        case .showStatus(let method): method
        case .cancel(let method): method
        }
    }

    /// Whether the request may change what is on disk.
    package var isMutation: Bool { type(of: method).isMutation }
}
