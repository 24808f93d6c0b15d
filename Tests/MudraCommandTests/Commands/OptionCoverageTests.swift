import Foundation
import HandPose
import HandRecording
import Mudra
import TestSupport
import Testing

/// Every option of the library has its flag.
@Suite struct OptionCoverageTests {
  /// The flag of each property of the options' types, or why it has none.
  private static var flags: [(type: Any, flags: [String: String])] {
    [
      (
        GestureRecognizerOptions(),
        [
          "storedBaseOptions": "see BaseOptions", "runningMode": "the command says it", "inputProperties": "--mirrored",
          "numHands": "--hands", "minHandDetectionConfidence": "--min-detection",
          "minHandPresenceConfidence": "--min-presence", "minTrackingConfidence": "--min-tracking",
          "landmarkPasses": "--landmark-passes", "looksAgain": "--look-again",
          "tracking": "see TrackingOptions", "details": "--details", "storedCannedOptions": "--canned-allow",
          "storedCustomOptions": "--custom-allow", "gestureRecognizerLiveStreamDelegate": "a command has no delegate",
        ]
      ),
      (
        BaseOptions(),
        [
          "modelAssetPath": "--model", "delegate": "there is only one", "modelAssetBuffer": "a command takes files",
          "numThreads": "--threads", "kernelProvider": "--kernels", "precision": "--precision",
          "modelLimits": "see ModelLimits",
          "bundleLimits": "see BundleLimits", "reportsTimings": "--timings",
        ]
      ),
      (
        ClassifierOptions(),
        [
          "displayNamesLocale": "there are no display names", "maxResults": "only the best gesture is reported",
          "scoreThreshold": "--canned-threshold", "categoryAllowlist": "--canned-allow",
          "categoryDenylist": "--canned-deny",
        ]
      ),
      (InputProperties(), ["isMirrored": "--mirrored"]),
      (
        TrackingOptions(),
        [
          "assignsIdentities": "--identities", "identityMemoryInMilliseconds": "--identity-memory",
          "smoothing": "--smooth", "predictionInMilliseconds": "--predict", "predictsRegion": "--predict-region",
          "frameBudget": "--frame-budget", "handednessFrames": "--handedness-frames",
          "assumesOnePerson": "--one-person", "detectorInterval": "--detector-interval",
          "skipsLetterbox": "--cut-letterbox",
        ]
      ),
      (
        SmoothingOptions(),
        [
          "method": "--smooth-method", "minCutoff": "--smooth-min-cutoff", "beta": "--smooth-beta",
          "derivativeCutoff": "--smooth-derivative-cutoff",
        ]
      ),
      (
        GestureEventOptions(),
        [
          "beginScore": "--begin-score", "endScore": "--end-score", "beginDelayInMilliseconds": "--begin-delay",
          "endDelayInMilliseconds": "--end-delay", "lostDelayInMilliseconds": "--lost-delay",
        ]
      ),
      (
        TouchlessSettings(),
        [
          "frameCount": "--touchless-frames", "minimumConfidence": "--touchless-min-confidence",
          "thumbBegin": "--thumb-begin", "thumbEnd": "--thumb-end", "pinchBegin": "--pinch-begin",
          "pinchEnd": "--pinch-end",
        ]
      ),
      (
        ModelLimits(),
        [
          "tensorByteCount": "--max-memory", "memoryByteCount": "--max-memory", "multiplyAdds": "--max-multiply-adds",
          "time": "--max-time",
        ]
      ),
      (
        BundleLimits(),
        [
          "fileByteCount": "--max-model-file", "entryCount": "--max-entries", "nestingDepth": "--max-nesting",
          "operatorCount": "--max-operators",
        ]
      ),
    ]
  }

  @Test func `every property of the library's options has a flag, or a reason to have none`() async throws {
    let help = try await Self.help()
    for (value, flags) in Self.flags {
      var names: Set<String> = []
      var mirror: Mirror? = Mirror(reflecting: value)
      while let current = mirror {
        names.formUnion(current.children.compactMap(\.label))
        mirror = current.superclassMirror
      }
      #expect(names == Set(flags.keys), "\(type(of: value))")
      for flag in flags.values where flag.hasPrefix("--") {
        #expect(help.contains("\(flag) ") || help.contains("\(flag)/"), "\(flag)")
      }
    }
  }

  /// The flag of each key of a session's options in JSON, or why it has none.
  private static let sessionFlags = [
    "task": "the command says it", "numHands": "--hands", "minHandDetectionConfidence": "--min-detection",
    "minHandPresenceConfidence": "--min-presence", "minTrackingConfidence": "--min-tracking",
    "canned": "--canned-allow", "custom": "--custom-allow", "assignsIdentities": "--identities",
    "identityMemoryInMilliseconds": "--identity-memory", "smoothing": "--smooth",
    "predictionInMilliseconds": "--predict", "predictsRegion": "--predict-region", "motion": "--motion",
    "skeleton": "--skeleton",
    "frameBudgetMilliseconds": "--frame-budget",
    "handednessFrames": "--handedness-frames", "assumesOnePerson": "--one-person",
    "detectorInterval": "--detector-interval", "skipsLetterbox": "--cut-letterbox", "isMirrored": "--mirrored",
    "orientation": "--orientation", "palmsIn": "--palms-in", "handsIn": "--hands-in", "smallestHand": "--smallest-hand",
    "tileMilliseconds": "--tile-time", "landmarkPasses": "--landmark-passes", "looksAgain": "--look-again",
    "numThreads": "--threads", "precision": "--precision", "details": "--details", "reasons": "--reasons",
    "shape": "--shape", "reliability": "--reliability", "embeddings": "--embedding", "timings": "--timings",
    "camera": "--field-of-view",
    "events": "--events", "touchless": "--touchless", "swipes": "only apps and the studio have swipes",
    "grabs": "--grabs",
    "motions": "--motions", "falseAlarmsPerMinute": "--false-alarms", "actions": "--actions",
  ]
  /// Keys without a control on the studio's page, and why.
  private static let pageExceptions = [
    "shape": "always shown", "timings": "always shown", "motion": "for programs", "skeleton": "for programs",
    "events": "for programs", "touchless": "always on", "swipes": "always on", "grabs": "for programs",
    "motions": "for programs", "falseAlarmsPerMinute": "for programs", "actions": "for programs",
  ]

  /// A model with one motion, of which only that it is one counts.
  private static let motions: MotionModel = {
    let count = MotionFeatures.count
    let network = MotionNetwork(
      seed: 1, means: [Float](repeating: 0, count: count), scales: [Float](repeating: 1, count: count),
      weights: [[Float](repeating: 0, count: RandomLayer.count + 1)])
    return MotionModel(
      motions: [.init(name: "swipe", handCount: 1, durations: 0.5...1, extent: 1)],
      oneHand: .init(motions: [0], network: network, curve: [], windows: [0.5], leastExtent: 0), twoHands: nil)
  }()

  @Test func `every key of a session's options has a flag, a place in the studio's schema and a control on its page`()
    async throws
  {
    var (options, others, tiles) = (SessionOptions(), SessionOptions(), SessionOptions())
    options.tracking.smoothing = SmoothingOptions()
    options.tracking.frameBudget = .milliseconds(12)
    options.isMirrored = true
    options.search = .bordered
    options.camera = try CameraModel(fieldOfViewInDegrees: 60)
    options.events = GestureEventOptions()
    options.touchless = TouchlessSettings()
    options.swipes = SwipeSettings()
    options.grabs = GrabSettings()
    options.motions = Self.motions
    options.actions = HandActionSettings()
    others.search = .hands(in: [ImageRegion(centerX: 0.5, centerY: 0.5, width: 1, height: 1)])
    tiles.search = .tiles(smallestHand: 0.1, within: .zero)
    let keys = try Set([options, others, tiles].flatMap { try Self.members(JSONEncoder().encode($0)).keys })
    #expect(keys == Set(Self.sessionFlags.keys))

    let help = try await Self.help()
    for flag in Self.sessionFlags.values where flag.hasPrefix("--") {
      #expect(help.contains("\(flag) ") || help.contains("\(flag)/") || help.contains("\(flag)\n"), "\(flag)")
    }
    let studio = PackageFolders.root.appendingPathComponent("Examples/Studio")
    let schema = try Self.members(Data(contentsOf: studio.appendingPathComponent("protocol.schema.json")))
    let definitions = schema["$defs"] as? [String: Any]
    let properties = (definitions?["options"] as? [String: Any])?["properties"] as? [String: Any]
    #expect(keys == Set(try #require(properties).keys))
    let page = try String(
      contentsOf: studio.appendingPathComponent("Sources/StudioServer/Page/options.js"), encoding: .utf8)
    for key in keys where Self.pageExceptions[key] == nil {
      #expect(page.contains("[\"\(key)\", ") || page.contains("filter(\"\(key)\")"), "\(key)")
    }
  }

  /// The help of pictures and of videos.
  private static func help() async throws -> String {
    try await CommandRun.mudra(["video", "--help-hidden"]).output
      + CommandRun.mudra(["gestures", "--help-hidden"]).output
  }

  private static func members(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test(arguments: ["gestures", "landmarks", "video"])
  func `commands that find hands have the options of pictures and results`(command: String) async throws {
    let help = try await CommandRun.mudra([command, "--help"]).output
    for flag in [
      "--orientation", "--mirrored/--no-mirrored", "--palms-in", "--hands-in", "--details", "--reasons", "--shape",
      "--timings", "--reliability", "--one-person", "--cut-letterbox",
      "--format", "--output", "--annotate", "--version",
    ] {
      #expect(help.contains(flag), "\(flag)")
    }
    // What has an effect only from frame to frame.
    #expect(help.contains("--smooth") == (command == "video"))
    // What the command refuses.
    for flag in ["--canned-allow", "--custom-threshold", "--embedding"] {
      #expect(help.contains(flag) == (command != "landmarks"), "\(flag)")
    }
  }

  @Test func `version is that of the source, as releases find it`() async throws {
    let run = try await CommandRun.mudra(["--version"])
    #expect(run.status == 0)
    let source = PackageFolders.root.appendingPathComponent("Sources/MudraPlatform/LibraryVersion.swift")
    let match = try String(contentsOf: source, encoding: .utf8).firstMatch(
      of: /static let text = "([0-9]+\.[0-9]+\.[0-9]+(-dev)?)"/)
    #expect(run.lines == [String(try #require(match).1)])
  }
}
