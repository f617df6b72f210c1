// swift-tools-version: 6.2

import PackageDescription

// A program that uses the library as any other would: by path, its product and nothing else.
let package = Package(
    name: "Example",
    dependencies: [.package(name: "cartd", path: "../..")],
    targets: [
        .executableTarget(name: "Example", dependencies: [.product(name: "CartClient", package: "cartd")])
    ]
)
