import Foundation
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
          "smoothing": "--smooth",
          "handednessFrames": "--handedness-frames", "assumesOnePerson": "--one-person",
          "detectorInterval": "--detector-interval", "skipsLetterbox": "--cut-letterbox",
        ]
      ),
      (
        SmoothingOptions(),
        [
          "minCutoff": "--smooth-min-cutoff", "beta": "--smooth-beta", "derivativeCutoff": "--smooth-derivative-cutoff",
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
    let help = try await CommandRun.mudra(["video", "--help-hidden"]).output
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

  @Test(arguments: ["gestures", "landmarks", "video"])
  func `commands that find hands have the options of pictures and results`(command: String) async throws {
    let help = try await CommandRun.mudra([command, "--help"]).output
    for flag in [
      "--orientation", "--mirrored/--no-mirrored", "--palms-in", "--hands-in", "--details", "--reasons", "--shape",
      "--timings", "--one-person", "--cut-letterbox", "--format", "--output", "--annotate", "--version",
    ] {
      #expect(help.contains(flag), "\(flag)")
    }
    // What has an effect only from frame to frame.
    #expect(help.contains("--smooth") == (command == "video"))
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
