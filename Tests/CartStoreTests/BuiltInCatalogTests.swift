import CartModel
import Testing

@testable import CartStore

@Suite("Catalogs that come with the daemon")
struct BuiltInCatalogTests {
    @Test("The catalogs that come with the daemon")
    func builtIn() throws {
        let shop = try BuiltInCatalog.shop.catalog()
        #expect(
            shop.groups == [
                ProductGroup(
                    title: "",
                    products: [
                        Product(id: "danjianbao", name: "单肩包", icon: "danjianbao"),
                        Product(id: "qianbao", name: "钱包", icon: "qianbao"),
                        Product(id: "liantiaobao", name: "链条包", icon: "liantiaobao"),
                        Product(id: "shoutibao", name: "手提包", icon: "shoutibao"),
                        Product(id: "shuangjianbao", name: "双肩包", icon: "shuangjianbao"),
                        Product(id: "xiekuabao", name: "斜挎包", icon: "xiekuabao"),
                    ]
                )
            ]
        )
        let cars = try BuiltInCatalog.cars.catalog()
        #expect(cars.groups.map(\.title).joined() == "ABCDFGHJKLMNOQRSTWXYZ")
        #expect(
            cars.groups.map(\.products.count)
                == [4, 16, 4, 10, 10, 6, 10, 12, 6, 14, 6, 1, 3, 4, 3, 8, 2, 4, 6, 6, 6]
        )
        #expect(cars.count == 141)
        #expect(cars.product(at: 1) == Product(id: "m_92_100", name: "阿尔法·罗密欧", icon: "m_92_100.png"))
    }
}
