// swift-tools-version: 6.1
import PackageDescription

// An app that depends on Mudra by version. Tools/dev/check-dependents copies it, makes its other modules of
// apple-names.txt, which stand in for Apple's, and builds it: what an app imports beside Mudra, on every system.

let mudra = Context.environment["MUDRA_PACKAGE"] ?? "../.."
let products = ["Mudra", "MediaPipeTasksVision", "HandPose", "TensorRuntime"]
let modules = ["SwiftUI", "UIKit", "CoreVideo", "Vision", "CoreImage"]

let package = Package(
  name: "DependentApp",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(url: "file://\(mudra)", from: "0.1.0")],
  targets: modules.map { .target(name: $0) } + [
    .target(name: "Platform"),
    .executableTarget(
      name: "App",
      dependencies: ["Platform"] + modules.map { .target(name: $0) }
        + products.map { .product(name: $0, package: "Mudra") }
        // The app has a module Vision of its own, and SwiftPM refuses two of one name even if one is not used.
        + [.product(name: "Vision", package: "Mudra", moduleAliases: ["Vision": "MudraVision"])]),
  ]
)
