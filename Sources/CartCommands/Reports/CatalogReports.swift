package import CartJSON
import CartModel
package import CartProtocol

/// All catalogs.
package struct CatalogListReport: Report {
    /// By name.
    package let catalogs: [CatalogSummaryView]

    /// `{"catalogs":[{"name","version","groups","products"}]}`.
    package var json: JSON { ["catalogs": .array(catalogs.map { JSON($0) })] }

    /// A table.
    package func write(to page: inout Page) {
        guard !catalogs.isEmpty else {
            page.hint("There is no catalog: `cartctl catalog import FILE` brings one in.")
            return
        }
        page.table(table())
    }

    func table(indent: Int = 0) -> TextTable {
        var table = TextTable(columns: [
            .init(title: "Catalog"), .init(title: "Version", alignment: .trailing),
            .init(title: "Groups", alignment: .trailing), .init(title: "Products", alignment: .trailing),
        ])
        table.indent = indent
        table.rows = catalogs.map { catalog in
            [.init(catalog.name, .bold), "\(catalog.version)", "\(catalog.groups)", "\(catalog.products)"]
        }
        return table
    }
}

/// A catalog that has come or gone.
package struct CatalogSummaryReport: Report {
    /// What it is called and holds.
    package let catalog: CatalogSummaryView
    /// What was done with it: `Imported`, `Removed`.
    package let done: String

    /// `{"catalog":{"name","version","groups","products"}}`.
    package var json: JSON { ["catalog": JSON(catalog)] }

    /// One line.
    package func write(to page: inout Page) {
        page.line(
            "\(page.painted(done, .green)) catalog \(page.painted(catalog.name.visible, .bold)) · version \(catalog.version) · "
                + "\(counted(catalog.products, "product")) in \(counted(catalog.groups, "group"))"
        )
    }
}

/// A catalog with its products.
package struct CatalogReport: Report {
    /// All of it.
    package let contents: CatalogContents

    /// `{"catalog":{"name","version","groups":[{"title","products":[{"id","name","icon"}]}]}}`.
    package var json: JSON {
        [
            "catalog": [
                "name": .string(contents.summary.name),
                "version": .integer(contents.summary.version),
                "groups": .array(
                    contents.groups.map { group in
                        ["title": .string(group.title), "products": .array(group.products.map { JSON($0) })]
                    }
                ),
            ]
        ]
    }

    /// The groups one below the other, their columns aligned.
    package func write(to page: inout Page) {
        let summary = contents.summary
        var head = "Catalog \(page.painted(summary.name.visible, .bold)) · version \(summary.version)"
        let isFlat = contents.groups.count == 1 && contents.groups[0].title.isEmpty
        head += " · \(counted(summary.products, "product"))" + (isFlat ? "" : " in \(counted(summary.groups, "group"))")
        page.line(head)
        guard summary.products > 0 || !contents.groups.isEmpty else { return }
        page.line()
        var table = TextTable(columns: [.init(title: "Product"), .init(title: "Name"), .init(title: "Icon")])
        for group in contents.groups {
            if !isFlat {
                let title = group.title.isEmpty ? "(no title)" : group.title
                table.sections.append(.init(title: title, row: table.rows.count))
            }
            table.rows += group.products.map { [.init($0.id), .init($0.name), .init($0.icon ?? "-", .dim)] }
        }
        page.table(table)
    }
}

/// A number and what it counts: `1 group`, `22 groups`.
func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
