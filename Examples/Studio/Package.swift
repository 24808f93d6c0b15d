// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that an app that depends on Mudra does not get a networking library.

/// Settings of all targets, those of the root package.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "MudraStudio",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "StudioServer", targets: ["StudioServer"]),
    .executable(name: "mudra-studio", targets: ["StudioCommand"]),
  ],
  traits: [
    // Not by default: BoringSSL is as much to compile as all the rest of the networking, and C.
    .trait(name: "TLS", description: "--certificate and --key: https, with which a tablet gives its camera")
  ],
  dependencies: [
    .package(name: "Mudra", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
  ],
  targets: [
    .target(
      name: "StudioServer",
      dependencies: [
        .product(name: "Mudra", package: "Mudra"),
        .product(name: "GestureTraining", package: "Mudra"),
        .product(name: "HandRecording", package: "Mudra"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"])),
      ],
      resources: [.copy("Page")], swiftSettings: settings),
    .executableTarget(
      name: "StudioCommand",
      dependencies: [
        "StudioServer", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "StudioServerTests",
      dependencies: [
        "StudioServer",
        .product(name: "Mudra", package: "Mudra"),
        .product(name: "GestureTraining", package: "Mudra"),
        .product(name: "HandRecording", package: "Mudra"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
  ]
)
