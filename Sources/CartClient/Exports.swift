// A program that calls the daemon builds its requests from CartProtocol, reads products and errors of CartModel and
// frames of CartLayout in the answers. None of the three is of use to it alone, and none is a product of its own, so
// the one `import CartClient` brings them all.
@_exported public import CartLayout
@_exported public import CartModel
@_exported public import CartProtocol
