// swift-tools-version: 6.2

import PackageDescription

// Every target is built alike: names come only from imports a file states itself, imports are private
// to a file unless they say otherwise, and an existential is spelled `any`.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (Context.environment["CARTD_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)])

// What keeps a release executable's start and memory small: equal functions once, addresses that are only
// relocated packed into bits, no name exported that nobody looks up, and what .link/README.md describes.
let link = Context.packageDirectory + "/.link"
let smallAtStart = [
    "--icf=all", "-zpack-relative-relocs", "--no-export-dynamic",
    "--symbol-ordering-file=\(link)/cartd.order", "--no-warn-symbol-ordering",
]

// A release executable carries the Swift runtime and FoundationEssentials in itself and so starts in
// milliseconds. The libraries are what the static FoundationEssentials is made of; the linker has to be
// told of them because only the link, not the compilation, is static.
let selfContained: [LinkerSetting] = [
    .unsafeFlags(["-static-stdlib", "-use-ld=lld", "-L\(link)"], .when(configuration: .release)),
    .linkedLibrary("_FoundationCShims", .when(configuration: .release)),
    .linkedLibrary("_FoundationCollections", .when(configuration: .release)),
    .linkedLibrary("swiftSynchronization", .when(configuration: .release)),
]
let executable =
    selfContained + [
        .unsafeFlags(smallAtStart.flatMap { ["-Xlinker", $0] }, .when(configuration: .release))
    ]

// The library for C shows its own functions and nothing of Swift, so that it can share a process with any other
// library; it carries its own number, which a program that was linked with it asks for; and it is never unloaded,
// because the Swift runtime cannot be.
let sharedLibrary =
    selfContained + [
        .unsafeFlags(
            ["--version-script=\(link)/cartclient.map", "-soname=libcartclient.so.0", "-znodelete"]
                .flatMap { ["-Xlinker", $0] }
        ),
        .unsafeFlags(["-Xlinker", "--icf=all", "-Xlinker", "--gc-sections"], .when(configuration: .release)),
    ]

// What outsiders' bytes reach.
let fuzzed: [Target.Dependency] = [
    "CBOR", "CartClient", "CartLayout", "CartModel", "CartProtocol", "CartServer", "CartStore", "Pictures",
    "Systemd", "TestSupport", "TextMeasurement", "UnixSockets",
]

let package = Package(
    name: "cartd",
    products: [
        .executable(name: "cartd", targets: ["cartd"]),
        .executable(name: "cartctl", targets: ["cartctl"]),
        .library(name: "CartClient", targets: ["CartClient"]),
        .library(name: "cartclient", type: .dynamic, targets: ["CartClientC"]),
        .library(name: "CBOR", targets: ["CBOR"]),
        .library(name: "Systemd", targets: ["Systemd"]),
    ],
    targets: [
        // The functions of glibc that Swift's Glibc module leaves out.
        .target(name: "CGlibc"),
        // libsystemd: socket activation, readiness and watchdog messages, the journal, the event loop.
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        // SQLite: the durable copy of all state.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // HarfBuzz: the widths and outlines of titles in every script; loaded with the first font, not linked.
        .target(name: "CHarfBuzz"),

        // Pure values at the bottom.
        .target(name: "CartModel", swiftSettings: strict),
        .target(name: "CartLayout", swiftSettings: strict),
        .target(name: "CBOR", swiftSettings: strict),
        .target(name: "CartProtocol", dependencies: ["CBOR", "CartModel", "CartLayout"], swiftSettings: strict),
        .target(name: "CartJSON", dependencies: ["CartLayout", "CartModel", "CartProtocol"], swiftSettings: strict),

        // The edges: descriptors, the service manager, files and the database.
        .target(name: "UnixSockets", dependencies: ["CGlibc"], swiftSettings: strict),
        .target(name: "Pictures", swiftSettings: strict),
        .target(name: "TextMeasurement", dependencies: ["CartLayout", "CHarfBuzz"], swiftSettings: strict),
        .target(name: "Systemd", dependencies: ["CGlibc", "CSystemd"], swiftSettings: strict),
        .target(
            name: "CartStore",
            dependencies: ["CartModel", "CSQLite"],
            resources: [
                .embedInCode("Resources/shopData.plist"),
                .embedInCode("Resources/cars_total.plist"),
            ],
            swiftSettings: strict
        ),

        // The two sides of the socket; neither imports the other.
        .target(
            name: "CartServer",
            dependencies: ["CartProtocol", "CartStore", "Pictures", "Systemd", "TextMeasurement", "UnixSockets"],
            resources: [.embedInCode("Resources/cartd.cddl")],
            swiftSettings: strict
        ),
        .target(
            name: "CartClient",
            dependencies: ["CGlibc", "CartProtocol", "UnixSockets"],
            swiftSettings: strict
        ),
        // The client for C and what can call it: libcartclient.so. The header is CCartClient's.
        .target(name: "CCartClient"),
        .target(
            name: "CartClientC",
            dependencies: ["CCartClient", "CartClient", "CartJSON", "CartProtocol"],
            swiftSettings: strict,
            linkerSettings: sharedLibrary
        ),
        .target(
            name: "CartCommands",
            dependencies: [
                "CGlibc", "CartClient", "CartJSON", "CartProtocol", "CartLayout", "CartModel", "Pictures",
                "TextMeasurement", "UnixSockets",
            ],
            swiftSettings: strict
        ),

        .executableTarget(
            name: "cartd",
            dependencies: ["CartServer"],
            swiftSettings: strict,
            linkerSettings: executable
        ),
        .executableTarget(
            name: "cartctl",
            dependencies: ["CartCommands"],
            swiftSettings: strict,
            linkerSettings: executable
        ),

        // What several test targets need: folders, threads, random numbers, a terminal.
        .target(name: "TestSupport", dependencies: ["CGlibc"], path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "CBORTests", dependencies: ["CBOR", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "CartModelTests", dependencies: ["CartModel"], swiftSettings: strict),
        .testTarget(name: "CartLayoutTests", dependencies: ["CartLayout", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "CartProtocolTests",
            dependencies: ["CartProtocol", "CBOR"],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TextMeasurementTests",
            dependencies: ["TextMeasurement", "CartLayout", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "UnixSocketsTests", dependencies: ["UnixSockets", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "SystemdTests", dependencies: ["CGlibc", "Systemd", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "CartStoreTests", dependencies: ["CartStore", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "CartServerTests",
            dependencies: ["CartServer", "CartProtocol", "CBOR", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(name: "CartClientTests", dependencies: ["CartClient", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "CartCommandsTests",
            dependencies: [
                "CartCommands", "CartClient", "CartJSON", "CartProtocol", "CartLayout", "CartModel", "TextMeasurement",
                "TestSupport",
            ],
            exclude: ["Snapshots"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CGlibc", "CartClient", "CartCommands", "CartLayout", "CartProtocol", "CBOR", "TextMeasurement",
                "UnixSockets", "TestSupport", "cartd", "cartctl",
            ],
            exclude: [
                "CLibrary/library-test.c", "CLibrary/runtime.supp", "Lab", "Description/check-traffic.py",
            ],
            swiftSettings: strict
        ),
    ]
)

// Tests/Fuzz/run links the fuzz targets with libFuzzer's main; the suite replays their corpora without it.
if Context.environment["CARTD_FUZZ"] == nil {
    package.targets.append(
        .testTarget(
            name: "FuzzTests",
            dependencies: fuzzed,
            path: "Tests/Fuzz",
            exclude: ["Corpora", "Fuzzer", "run"],
            swiftSettings: strict
        )
    )
} else {
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: fuzzed,
            path: "Tests/Fuzz",
            exclude: ["Corpora", "ReplayTests.swift", "run"],
            sources: ["Targets", "Fuzzer"],
            swiftSettings: strict
        )
    )
}
