import CartModel
import CartProtocol

extension CommandDeclaration {
    /// `catalog list`.
    static let catalogList = CommandDeclaration(
        path: ["catalog", "list"],
        section: .catalogs,
        summary: "list the catalogs",
        examples: ["cartctl catalog list"],
        run: { (_, session) throws(CartError) in
            CatalogListReport(catalogs: try session.service().call(ListCatalogs()).catalogs)
        }
    )

    /// `catalog show NAME`.
    static let catalogShow = CommandDeclaration(
        path: ["catalog", "show"],
        section: .catalogs,
        summary: "show the products of a catalog",
        parameters: [Parameters.catalogName.declaration],
        examples: ["cartctl catalog show shop"],
        run: { (arguments, session) throws(CartError) in
            let name = try arguments.required(Parameters.catalogName)
            return CatalogReport(contents: try session.service().catalog(named: name))
        }
    )

    /// `catalog import FILE`.
    static let catalogImport = CommandDeclaration(
        path: ["catalog", "import"],
        section: .catalogs,
        summary: "make a catalog of a file, or replace it by one",
        notes: [
            "A file with a bad row is refused whole and the catalog of before stays. Lines in carts keep their products."
        ],
        parameters: [Parameters.file.declaration, Parameters.importName.declaration],
        examples: ["cartctl catalog import bags.plist", "cartctl catalog import cars_total.plist --name cars"],
        run: { (arguments, session) throws(CartError) in
            let file = try arguments.required(Parameters.file)
            let name = if let given = arguments[Parameters.importName] { given } else { try catalogName(of: file) }
            let summary = try session.service(for: ImportCatalog.role).importCatalog(named: name, from: file)
            return CatalogSummaryReport(catalog: summary, done: "Imported")
        }
    )

    /// `catalog remove NAME`.
    static let catalogRemove = CommandDeclaration(
        path: ["catalog", "remove"],
        section: .catalogs,
        summary: "take a catalog away; carts keep their lines",
        parameters: [Parameters.catalogName.declaration],
        examples: ["cartctl catalog remove cars"],
        run: { (arguments, session) throws(CartError) in
            let call = RemoveCatalog(catalog: try arguments.required(Parameters.catalogName))
            return CatalogSummaryReport(
                catalog: try session.service(for: RemoveCatalog.role).call(call).catalog,
                done: "Removed"
            )
        }
    )

    /// The file's name without its folders and its extension.
    private static func catalogName(of file: String) throws(CartError) -> String {
        let last = file.split(separator: "/").last ?? ""
        let name = last.lastIndex(of: ".").flatMap { $0 > last.startIndex ? last[..<$0] : nil } ?? last
        guard !name.isEmpty else {
            throw .usage("'\(file)' is not the name of a file", argument: file)
        }
        return String(name)
    }
}
