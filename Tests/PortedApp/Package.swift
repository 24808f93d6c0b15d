// swift-tools-version: 6.1
import PackageDescription

// An app for MediaPipe's iOS framework, ported to Linux by two targets with the names of Apple's frameworks: its code
// makes the calls of Google's guides. Tools/dev/check-dependents copies it, puts its resources next to the program, and
// runs it.

let appleImages = Target.Dependency.product(name: "AppleImages", package: "Mudra")

let package = Package(
  name: "PortedApp",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(url: "file://\(Context.environment["MUDRA_PACKAGE"] ?? "../..")", from: "0.1.0")],
  targets: [
    .target(name: "UIKit", dependencies: [appleImages]),
    .target(name: "AVFoundation", dependencies: [appleImages]),
    .executableTarget(
      name: "PortedApp",
      dependencies: ["UIKit", "AVFoundation", .product(name: "MediaPipeTasksVision", package: "Mudra")],
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
)
