// swift-tools-version: 6.1
import PackageDescription

// The manifest states the architecture: one line per target, and what it may import (dependencies only go down).

/// Settings of all our Swift targets.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Xcode adds the privacy manifest to apps, whose review asks for it; on other systems it is no resource.
#if os(macOS)
  let (appleResources, otherFiles): ([Resource], [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let (appleResources, otherFiles): ([Resource], [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

/// Where pictures are read and written by libraries that have to be installed.
let systemsWithoutImageIO: [Platform] = [.linux, .android, .windows, .wasi, .openbsd]

/// Where a process may run code that it wrote. Apps for other systems are smaller without.
let systemsThatRunEmittedCode: [Platform] = [.macOS, .linux, .android, .openbsd]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: settings)
}

#if os(macOS)
  // Apple's systems have a module of this name, and a target that is built beside it would take its place. There the
  // product is only the library whose API it is, so that a manifest can name it on every system.
  let visionTargets: [Target] = []
  let visionProduct = Product.library(name: "Vision", targets: ["HandPose"])
#else
  let visionTargets = [
    library("Vision", ["Mudra", "HandPose", "AppleImages", "HandTracking", "PixelImaging"]),
    // With the settings of an app: code written for Vision is compiled unchanged.
    .testTarget(
      name: "VisionTests", dependencies: ["Vision", "TestSupport"], swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
  let visionProduct = Product.library(name: "Vision", targets: ["Vision"])
#endif

#if compiler(>=6.3)
  // Functions for C need a compiler that compares them with the header: older ones build the rest.
  let interfaceTargets: [Target] = [
    .systemLibrary(name: "CMediaPipe", path: "Sources/CMediaPipe"),
    .systemLibrary(name: "CMudra", path: "Sources/CMudra"),
    library(
      "CInterface",
      [
        "CMediaPipe", "CMudra", "GestureTraining", "HandRecording", "HandTracking", "VisionTasks", "TensorRuntime",
        "PixelImaging", "TFLiteFormat", "MudraPlatform",
      ]),
    tests(
      "CInterfaceTests",
      ["CInterface", "CMediaPipe", "CMudra", "HandRecording", "HandTracking", "PixelImaging", "MudraPlatform"]),
  ]
  let interfaceDependencies: [Target.Dependency] = ["CInterface", "CMediaPipe", "CMudra"]
  let interfaceProducts = [Product.library(name: "CInterface", type: .static, targets: ["CInterface"])]
#else
  let interfaceTargets: [Target] = []
  let interfaceDependencies: [Target.Dependency] = []
  let interfaceProducts: [Product] = []
#endif

let package = Package(
  name: "Mudra",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Mudra", targets: ["Mudra"]),
    .library(name: "MediaPipeTasksVision", targets: ["MediaPipeTasksVision"]),
    .library(name: "HandPose", targets: ["HandPose"]),
    .library(name: "GestureTraining", targets: ["GestureTraining"]),
    .library(name: "HandRecording", targets: ["HandRecording"]),
    .library(name: "HandVideo", targets: ["HandVideo"]),
    .library(name: "AppleImages", targets: ["AppleImages"]),
    visionProduct,
    .library(name: "TensorRuntime", targets: ["TensorRuntime"]),
    .library(name: "TensorFlowLite", targets: ["TensorFlowLite"]),
    .executable(name: "mudra", targets: ["MudraCommand"]),
  ] + interfaceProducts,
  traits: [
    .trait(
      name: "OpenBLAS", description: "The `blas` kernel provider: OpenBLAS where it is installed, or Apple's Accelerate"
    ),
    .trait(name: "PNG", description: "Reading and writing PNG through libpng; Apple's systems have ImageIO"),
    .trait(name: "JPEG", description: "Reading and writing JPEG through libjpeg-turbo; Apple's systems have ImageIO"),
    .default(enabledTraits: ["OpenBLAS", "PNG", "JPEG"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    .systemLibrary(
      name: "CPNG", path: "Sources/CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CTurboJPEG", path: "Sources/CTurboJPEG", pkgConfig: "libturbojpeg",
      providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),

    .target(name: "MudraPlatform", exclude: otherFiles, resources: appleResources, swiftSettings: settings),
    library("TFLiteFormat", ["MachineCode", "MudraPlatform"]),
    library("MachineCode", ["MudraPlatform"]),
    library("TensorKernels", ["MachineCode", "MudraPlatform"]),
    library("EmittedKernels", ["TensorKernels", "MachineCode", "MudraPlatform"]),
    .target(
      name: "KernelChoice",
      dependencies: [
        "TensorKernels", "MachineCode",
        .target(name: "EmittedKernels", condition: .when(platforms: systemsThatRunEmittedCode)),
      ],
      swiftSettings: settings + [.define("EMITTED_KERNELS", .when(platforms: systemsThatRunEmittedCode))]),
    library("TensorRuntime", ["MachineCode", "TFLiteFormat", "TensorKernels", "KernelChoice", "MudraPlatform"]),
    library("TensorFlowLite", ["TensorRuntime", "TFLiteFormat"]),
    library(
      "PixelImaging",
      [
        "MachineCode", "MudraPlatform",
        // Apple's systems have ImageIO: there `#if canImport(ImageIO)` takes the place of these.
        .target(name: "CPNG", condition: .when(platforms: systemsWithoutImageIO, traits: ["PNG"])),
        .target(name: "CTurboJPEG", condition: .when(platforms: systemsWithoutImageIO, traits: ["JPEG"])),
      ]),
    library("AppleImages", ["PixelImaging", "MudraPlatform"]),
    // What finds and follows things in pictures, and hands among them: without Foundation, for web pages too.
    library("VisionCore", ["TensorRuntime", "PixelImaging", "TFLiteFormat", "MudraPlatform"]),
    library("HandCore", ["VisionCore", "TensorRuntime", "PixelImaging", "TFLiteFormat"]),
    library(
      "VisionTasks", ["VisionCore", "TensorRuntime", "AppleImages", "PixelImaging", "TFLiteFormat", "MudraPlatform"]),
    library("HandTracking", ["HandCore", "VisionTasks", "TensorRuntime", "PixelImaging"]),
    library("HandPose", ["HandTracking", "TFLiteFormat"]),
    .target(
      name: "GestureTraining",
      dependencies: [
        "HandPose", "HandTracking", "HandCore", "VisionTasks", "VisionCore", "TensorRuntime", "PixelImaging",
        "TFLiteFormat", "MudraPlatform",
      ],
      resources: [.copy("Resources/other_poses.embeddings")], swiftSettings: settings),
    library(
      "HandRecording",
      ["HandTracking", "HandPose", "VisionTasks", "TensorRuntime", "PixelImaging", "TFLiteFormat", "MudraPlatform"]),
    library("HandVideo", ["VisionTasks", "PixelImaging", "TFLiteFormat", "MudraPlatform"]),
    library("MediaPipeTasksVision", ["HandTracking", "AppleImages"]),
    .target(
      name: "HandModels", dependencies: ["VisionTasks"], path: "Models",
      exclude: ["CHECKSUMS", "hand_landmarker.md", "gesture_recognizer.md"], sources: ["HandModels.swift"],
      resources: [.copy("hand_landmarker.task"), .copy("gesture_recognizer.task")], swiftSettings: settings),
    library("Mudra", ["HandTracking", "HandPose", "HandModels"]),

    .executableTarget(
      name: "MudraCommand",
      dependencies: [
        "Mudra", "GestureTraining", "HandRecording", "HandVideo", "TensorRuntime", "TFLiteFormat", "PixelImaging",
        "MudraPlatform", argumentParser,
      ],
      path: "Tools/mudra", swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        // The command is measured as a child process, so it must be built along with the benchmarks.
        "MudraCommand", "Mudra", "HandTracking", "TensorRuntime", "TensorKernelTrials", "KernelChoice",
        "EmittedKernels", "TensorKernels", "MachineCode", "TFLiteFormat", "PixelImaging", "MudraPlatform",
        argumentParser,
      ],
      path: "Benchmarks", swiftSettings: settings),

    .executableTarget(
      name: "FindHands", dependencies: ["Mudra"], path: "Examples/FindHands", swiftSettings: settings),
    .executableTarget(
      name: "BatchOfPictures", dependencies: ["Mudra"], path: "Examples/BatchOfPictures", swiftSettings: settings),
    .executableTarget(
      name: "OwnGestures", dependencies: ["Mudra", "GestureTraining"], path: "Examples/OwnGestures",
      swiftSettings: settings),
    .executableTarget(
      name: "RawPixels", dependencies: ["Mudra"], path: "Examples/RawPixels", exclude: ["thumb_up.ppm"],
      swiftSettings: settings),
    .executableTarget(
      name: "HandEvents", dependencies: ["Mudra", "HandVideo"], path: "Examples/HandEvents", swiftSettings: settings),
    .executableTarget(
      name: "ImageClassification", dependencies: ["TensorRuntime"], path: "Examples/ImageClassification",
      swiftSettings: settings),

    // A task with a detector of its own: what `VisionTasks` offers to one is visible in this package only.
    .executableTarget(
      name: "FaceDetection", dependencies: ["VisionTasks", "TensorRuntime"], path: "Examples/FaceDetector",
      exclude: ["face_detector.task", "make-model"], swiftSettings: settings),

    // The problems on which every kernel is tested and measured; Benchmarks runs them, too.
    support("TensorKernelTrials", ["KernelChoice", "TensorKernels", "MachineCode", "MudraPlatform"]),
    // Three targets, so that the tests of lower modules are compiled while higher modules are.
    support("TestSupport", ["TFLiteFormat", "PixelImaging", "MudraPlatform"]),
    support("TensorTestSupport", ["TensorRuntime", "TFLiteFormat", "TestSupport"]),
    support("TaskTestSupport", ["VisionTasks", "PixelImaging", "MudraPlatform", "TestSupport"]),
    // Tools/dev/fuzz runs these under libFuzzer, and the tests run them on all findings.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "GestureTraining", "HandRecording", "HandTracking", "TensorRuntime", "PixelImaging", "TFLiteFormat",
        "MudraPlatform", "TestSupport", "TensorTestSupport",
      ] + interfaceDependencies,
      path: "Tests/FuzzTargets", swiftSettings: settings),
    tests("FuzzTargetsTests", ["FuzzTargets", "TFLiteFormat"], exclude: ["Fixtures"]),
    tests("MudraPlatformTests", ["MudraPlatform"]),
    tests("TFLiteFormatTests", ["TFLiteFormat", "MudraPlatform"], exclude: ["Fixtures"]),
    tests("MachineCodeTests", ["MachineCode"], exclude: ["Fixtures"]),
    tests(
      "TensorKernelsTests",
      ["TensorKernelTrials", "KernelChoice", "EmittedKernels", "TensorKernels", "MachineCode"]),
    tests(
      "TensorRuntimeTests",
      [
        "TensorRuntime", "KernelChoice", "EmittedKernels", "TensorKernels", "MachineCode", "TFLiteFormat",
        "MudraPlatform", "TensorTestSupport",
      ],
      exclude: ["Fixtures"]),
    // With the settings of an app: code written for Google's library is compiled unchanged.
    .testTarget(
      name: "TensorFlowLiteTests", dependencies: ["TensorFlowLite", "TFLiteFormat", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    tests("PixelImagingTests", ["PixelImaging", "MachineCode"], exclude: ["Fixtures"]),
    tests("AppleImagesTests", ["AppleImages", "HandTracking", "PixelImaging"]),
    tests(
      "VisionTasksTests",
      ["VisionTasks", "TensorRuntime", "TFLiteFormat", "PixelImaging", "MudraPlatform", "TaskTestSupport"]),
    tests("FaceDetectionTests", ["FaceDetection", "VisionTasks", "PixelImaging"], exclude: ["Fixtures"]),
    // An app that links the tasks without the models; a test runs it.
    .executableTarget(
      name: "WithoutModels", dependencies: ["HandTracking"], path: "Tests/WithoutModels", swiftSettings: settings),
    tests(
      "HandTrackingTests",
      [
        "HandTracking", "TensorRuntime", "PixelImaging", "TFLiteFormat", "MudraPlatform", "WithoutModels",
        "TensorTestSupport", "TaskTestSupport",
      ],
      exclude: ["Fixtures"]),
    tests(
      "GestureTrainingTests",
      ["GestureTraining", "HandPose", "HandTracking", "Mudra", "PixelImaging", "TFLiteFormat", "MudraPlatform"],
      exclude: ["Fixtures"]),
    tests("HandRecordingTests", ["HandRecording", "HandPose", "HandTracking", "Mudra", "PixelImaging"]),
    tests("HandVideoTests", ["HandVideo", "VisionTasks", "PixelImaging", "MudraPlatform"], exclude: ["Fixtures"]),
    tests("HandPoseTests", ["HandPose", "HandTracking", "Mudra"]),
    // With the settings of an app: the code of MediaPipe's guides is compiled unchanged.
    .testTarget(
      name: "MediaPipeTasksVisionTests", dependencies: ["MediaPipeTasksVision", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    tests("MudraTests", ["Mudra", "MediaPipeTasksVision", "HandTracking", "HandModels"]),
    tests("BenchmarksTests", ["Benchmarks"]),
    // They run the command, which is built with all tests; without a dependency on it they are compiled beside it. With
    // one on its last library they are not compiled before that: SwiftPM takes what is ready in the reverse order of
    // names, and one processor would wait for the command at the end.
    tests(
      "MudraCommandTests",
      [
        "Mudra", "GestureTraining", "HandPose", "HandRecording", "TensorRuntime", "TFLiteFormat", "PixelImaging",
        "MudraPlatform", "TensorTestSupport",
      ]),
  ] + visionTargets + interfaceTargets
)

// One bundle holds all tests, so building some of them builds all: `Tools/test NAME` names the only targets it wants.
if let names = Context.environment["MUDRA_TESTS"]?.lowercased().split(separator: ",") {
  package.targets.removeAll { target in
    target.type == .test && !names.contains { target.name.lowercased().contains($0) }
  }
}

// Writes the documentation pages; only Tools/dev/docs asks for it, so that nobody else resolves it.
if Context.environment["MUDRA_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
