import Foundation
import Mudra
import PixelImaging
import TestSupport
import Testing

/// How hands are followed through a video.
@Suite struct TrackingFlagsTests {
  /// Options, what they are for the library, and frames of the drawn clip on which they make a difference.
  struct Case: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    var besides: [String] = []
    var frames = Array(0..<16)
    let set: @Sendable (inout TrackingOptions) -> Void
    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let withGap = [0, 1, 2, 13, 13, 13, 3, 4]
  private static let smooth: @Sendable (inout TrackingOptions) -> Void = { $0.smoothing = SmoothingOptions() }

  static let cases = [
    Case(arguments: ["--identities"]) { $0.assignsIdentities = true },
    Case(arguments: ["--identity-memory", "0"], besides: ["--identities"], frames: withGap) {
      $0.assignsIdentities = true
      $0.identityMemoryInMilliseconds = 0
    },
    Case(arguments: ["--smooth"], set: smooth),
    Case(arguments: ["--smooth-method", "oneEuro"], besides: ["--smooth"]) {
      $0.smoothing = SmoothingOptions(.oneEuro)
    },
    Case(arguments: ["--predict", "33"]) { $0.predictionInMilliseconds = 33 },
    Case(arguments: ["--predict-region"]) { $0.predictsRegion = true },
    Case(arguments: ["--smooth-min-cutoff", "0.1"], besides: ["--smooth"]) {
      smooth(&$0)
      $0.smoothing?.minCutoff = 0.1
    },
    Case(arguments: ["--smooth-beta", "0"], besides: ["--smooth"]) {
      smooth(&$0)
      $0.smoothing?.beta = 0
    },
    Case(arguments: ["--smooth-derivative-cutoff", "5"], besides: ["--smooth"]) {
      smooth(&$0)
      $0.smoothing?.derivativeCutoff = 5
    },
    Case(arguments: ["--handedness-frames", "5"]) { $0.handednessFrames = 5 },
    Case(arguments: ["--detector-interval", "3"]) { $0.detectorInterval = 3 },
  ]

  @Test(arguments: cases)
  func `an option does in a video what it does in the library`(_ item: Case) async throws {
    let folder = try TemporaryFolder()
    let images = try DrawnClip.images(item.frames)
    let clip = try DrawnClip.write(images, in: folder)
    let usual = ["video", clip, "--hands", "2", "--json", "--details"] + item.besides
    let run = try await CommandRun.mudra(usual + item.arguments)
    #expect(run.status == 0, "\(run.errors)")
    let results = try LibraryRun.frames(images) {
      $0.numHands = 2
      $0.details = .hands
      item.set(&$0.tracking)
    }
    let lines = try ResultLine.lines(run.output)
    #expect(lines.count == results.count)
    for (line, result) in zip(lines, results) {
      #expect(line == ResultLine(result, source: line.source, image: images[0]))
    }
    // It makes a difference.
    let plain = try await CommandRun.mudra(usual)
    #expect(try ResultLine.lines(plain.output) != lines)
  }

  @Test func `with a frame budget, each frame says what was saved`() async throws {
    let arguments = ["video", DrawnClip.folder.path, "--json"]
    let plain = try await CommandRun.mudra(arguments)
    let run = try await CommandRun.mudra(arguments + ["--frame-budget", "10000"])
    #expect(try ResultLine.lines(run.output) == ResultLine.lines(plain.output))
    for line in run.lines {
      #expect(try JSONDocument(line)["economy"]?["step"] == .string("full"))
    }
    #expect(!plain.output.contains("economy"))
  }

  @Test func `text has the number of each hand`() async throws {
    let run = try await CommandRun.mudra(["video", DrawnClip.folder.path, "--identities"])
    #expect(run.lines[1].hasSuffix("hand 1, 1 frame"))
    #expect(run.lines[3].hasSuffix("hand 1, 2 frames"))
  }

  @Test(arguments: [
    (["--identity-memory", "-1"], "--identity-memory is -1, expected at least 0"),
    (["--handedness-frames", "0"], "--handedness-frames is 0, expected at least 1"),
    (["--detector-interval", "0"], "--detector-interval is 0, expected at least 1"),
    (["--smooth-beta", "1"], "--smooth-beta needs --smooth"),
    (["--smooth-method", "oneEuro"], "--smooth-method needs --smooth"),
    (["--frame-budget", "0"], "--frame-budget is 0, expected a number from 1 to 86400000"),
    (["--predict", "51"], "--predict is 51, expected a number from 0 to 50"),
    (["--smooth", "--smooth-beta", "-1"], "--smooth-beta is -1, expected at least 0"),
    (["--smooth", "--smooth-min-cutoff", "0"], "--smooth-min-cutoff is 0, expected more than 0"),
    (
      ["--smooth", "--smooth-derivative-cutoff", "inf"],
      "--smooth-derivative-cutoff is inf, expected a finite number"
    ),
  ])
  func `a number out of range is wrong use`(_ options: [String], _ message: String) async throws {
    let run = try await CommandRun.mudra(["video", "a.y4m"] + options)
    #expect(run.status == 64)
    #expect(run.errorLines == ["mudra: \(message)"])
  }
}
