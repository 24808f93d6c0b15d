// swift-tools-version: 6.1
import PackageDescription

// An app for MediaPipe's iOS framework and Apple's Vision, ported to Linux by targets with the names of Apple's
// frameworks: its code makes the calls of Google's guides. Tools/dev/check-dependents copies it, puts its resources
// next to the program, and runs it.

let appleImages = Target.Dependency.product(name: "AppleImages", package: "Mudra")

/// Modules of Apple's that an app imports: a line each.
let appleModules = ["UIKit", "AVFoundation", "CoreGraphics", "CoreImage", "CoreMedia", "CoreVideo"]

let package = Package(
  name: "PortedApp",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(url: "file://\(Context.environment["MUDRA_PACKAGE"] ?? "../..")", from: "0.1.0")],
  targets: appleModules.map { .target(name: $0, dependencies: [appleImages]) } + [
    .executableTarget(
      name: "PortedApp",
      dependencies: appleModules.map { .target(name: $0) } + [
        .product(name: "MediaPipeTasksVision", package: "Mudra"), .product(name: "Vision", package: "Mudra"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ]
)
