import Foundation
import Mudra
import PixelImaging
import TestSupport
import Testing

/// What happens to the hands of a video.
@Suite struct EventOptionsTests {
  /// An event line.
  struct Event: Decodable, Equatable {
    let timestampMs: Int
    let event: String
    var hand: Int?
    var gesture: String?
    var previousGesture: String?

    init(_ event: HandEvent) {
      timestampMs = event.timestampInMilliseconds
      hand = event.hand
      switch event.kind {
      case .appeared: self.event = "appeared"
      case .gestureBegan(let name): (self.event, gesture) = ("gestureBegan", name)
      case .gestureChanged(let old, let new): (self.event, gesture, previousGesture) = ("gestureChanged", new, old)
      case .gestureEnded(let name): (self.event, gesture) = ("gestureEnded", name)
      case .lost: self.event = "lost"
      }
    }

    static func lines(_ run: CommandRun) throws -> [Event] {
      try run.lines.filter { $0.hasPrefix(#"{"schema":"mudra.event/1""#) }.map {
        try JSONDecoder().decode(Event.self, from: Data($0.utf8))
      }
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let set: @Sendable (inout GestureEventOptions) -> Void
    var testDescription: String { arguments.joined(separator: " ") }
  }

  /// A hand that makes two signs, and is out of sight for two frames: on it every option makes a difference.
  private static func images() throws -> [PixelImage] {
    let signs = ["Victory_left", "Open_Palm_left"].map { TestFiles.picture($0) }
    let (victory, palm) = (try PixelImage(contentsOfFile: signs[0]), try PixelImage(contentsOfFile: signs[1]))
    let gray = try gray()
    return [victory, victory, victory, victory, victory, palm, palm, palm, palm, palm, palm, gray, gray, palm, palm]
      + [palm, gray]
  }

  /// A picture without a hand.
  private static func gray() throws -> PixelImage {
    try PixelImage(width: 480, height: 360, format: .rgb, pixels: [UInt8](repeating: 90, count: 480 * 360 * 3))
  }

  static let cases = [
    Case(arguments: []) { _ in },
    Case(arguments: ["--begin-score", "0.99"]) { $0.beginScore = 0.99 },
    Case(arguments: ["--begin-delay", "0"]) { $0.beginDelayInMilliseconds = 0 },
    Case(arguments: ["--lost-delay", "0"]) { $0.lostDelayInMilliseconds = 0 },
  ]

  @Test(arguments: cases)
  func `events are those of the library's results`(_ item: Case) async throws {
    let folder = try TemporaryFolder()
    let images = try Self.images()
    let clip = try DrawnClip.write(images, in: folder)
    let run = try await CommandRun.mudra(["video", clip, "--json", "--events"] + item.arguments)
    #expect(run.status == 0, "\(run.errors)")
    var options = GestureEventOptions()
    item.set(&options)
    let results = try LibraryRun.frames(images)
    func events(_ options: GestureEventOptions) throws -> [Event] {
      var detector = try HandEventDetector(options)
      return results.flatMap { detector.update($0).map(Event.init) } + detector.finish().map(Event.init)
    }
    let (expected, usual) = (try events(options), try events(GestureEventOptions()))
    #expect(try Event.lines(run) == expected)
    #expect(usual.contains { $0.event == "gestureBegan" })
    #expect((expected != usual) == !item.arguments.isEmpty)
    // Each frame has its line besides.
    #expect(run.lines.count == images.count + expected.count)
  }

  @Test func `a gesture goes on down to the score at which it may end`() async throws {
    let folder = try TemporaryFolder()
    let victory = try PixelImage(contentsOfFile: TestFiles.picture("Victory_left"))
    let images = Array(repeating: victory, count: 4)
    let clip = try DrawnClip.write(images, in: folder)
    let scores = try LibraryRun.frames(images).compactMap { $0.gestures.first?.first?.score }
    let lowest = try #require(scores.min())
    // In the first frame the hand is detected, then it is followed, and its score is a little lower.
    #expect(scores.count == 4)
    #expect(scores[1] < scores[0])
    func end(at score: Float) async throws -> Int? {
      let delays = ["--begin-delay", "0", "--end-delay", "0"]
      let run = try await CommandRun.mudra(
        ["video", clip, "--json", "--events", "--begin-score", "\(scores[0])", "--end-score", "\(score)"] + delays)
      return try Event.lines(run).first { $0.event == "gestureEnded" }?.timestampMs
    }
    #expect(try await end(at: lowest) == 99)
    #expect(try await end(at: scores[0]) == 33)
    let refused = try await CommandRun.mudra(["video", clip, "--events", "--begin-score", "0.5", "--end-score", "0.6"])
    #expect(refused.status == 64)
    #expect(refused.errors.hasPrefix("mudra: --events: "))
  }

  @Test func `a gesture that is not seen for a moment goes on, as long as the delay`() async throws {
    let folder = try TemporaryFolder()
    let (victory, palm) = (
      try PixelImage(contentsOfFile: TestFiles.picture("Victory_left")),
      try PixelImage(contentsOfFile: TestFiles.picture("Open_Palm_left"))
    )
    let images = Array(repeating: victory, count: 5) + Array(repeating: palm, count: 3) + [victory, victory, victory]
    let clip = try DrawnClip.write(images, in: folder)
    // A score that only the first sign reaches.
    let arguments = ["video", clip, "--json", "--events", "--begin-score", "0.85"]
    func end(_ more: [String]) async throws -> Int? {
      try Event.lines(try await CommandRun.mudra(arguments + more)).first { $0.event == "gestureEnded" }?.timestampMs
    }
    #expect(try await end([]) == 330)
    #expect(try await end(["--end-delay", "0"]) == 165)
  }

  @Test func `text has a line for each event`() async throws {
    let folder = try TemporaryFolder()
    let clip = try DrawnClip.write(try Self.images(), in: folder)
    let run = try await CommandRun.mudra(["video", clip, "--events"])
    let events = run.lines.filter { $0.contains(" ms: hand ") }
    #expect(events.first == "\(clip)/000.png at 0 ms: hand 1 appeared")
    #expect(events.contains("\(clip)/004.png at 132 ms: hand 1 began Victory"))
    #expect(events.last == "\(clip)/016.png at 528 ms: hand 1 is lost")
  }

  @Test func `hands of landmarks appear and are lost`() async throws {
    let run = try await CommandRun.mudra(
      ["video", DrawnClip.folder.path, "--task", "landmarks", "--hands", "2", "--json", "--events"])
    let events = try Event.lines(run).map(\.event)
    #expect(Set(events) == ["appeared", "lost"])
    #expect(events.count { $0 == "appeared" } == events.count { $0 == "lost" })
  }

  // MARK: Touchless

  /// The changes of the touchless gesture in a clip of pictures, nil for one without a hand: the frame and the gesture.
  private func touchless(_ pictures: [String?], _ arguments: [String]) async throws -> [String] {
    let folder = try TemporaryFolder()
    let images = try pictures.map {
      try $0.map { try PixelImage(contentsOfFile: TestFiles.picture($0)) } ?? Self.gray()
    }
    let clip = try DrawnClip.write(images, in: folder)
    let run = try await CommandRun.mudra(["video", clip, "--json", "--touchless"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    return try Event.lines(run).filter { $0.event == "touchless" && $0.hand == nil }.map {
      "\($0.timestampMs / 33) \($0.gesture ?? "")"
    }
  }

  @Test func `the touchless control begins and ends with the frames that show it`() async throws {
    let thumb = Array(repeating: "Thumb_Up_left", count: 5)
    #expect(try await touchless(thumb, []) == ["2 thumbsUp"])
    #expect(try await touchless(thumb, ["--task", "landmarks"]) == ["2 thumbsUp"])
    #expect(try await touchless(thumb, ["--touchless-frames", "1"]) == ["0 thumbsUp"])
    #expect(try await touchless(thumb, ["--touchless-min-confidence", "1"]) == [])
    #expect(try await touchless(thumb, ["--thumb-begin", "9"]) == [])
  }

  @Test func `a touchless gesture ends at another length than it begins`() async throws {
    // The tips are 1.1 palms apart, then 1.75.
    let palms = Array(repeating: "Open_Palm_right", count: 3) + Array(repeating: "ILoveYou_left", count: 3)
    #expect(try await touchless(palms, []) == [])
    #expect(try await touchless(palms, ["--pinch-begin", "1.4", "--pinch-end", "2.5"]) == ["2 pinch"])
    #expect(try await touchless(palms, ["--pinch-begin", "1.4", "--pinch-end", "1.4"]) == ["2 pinch", "5 rest"])
  }

  @Test func `a thumb stays up down to where it may end`() async throws {
    // The thumbs stick out by 0.78 palms, then 0.43. One frame without a hand changes nothing.
    let thumbs = Array(repeating: "Thumb_Up_right", count: 3) + [nil] + Array(repeating: "Thumb_Up_left", count: 3)
    #expect(try await touchless(thumbs, ["--thumb-begin", "0.6", "--thumb-end", "0.3"]) == ["2 thumbsUp"])
    #expect(try await touchless(thumbs, ["--thumb-begin", "0.6", "--thumb-end", "0.6"]) == ["2 thumbsUp", "5 rest"])
  }

  @Test(arguments: [
    (["--begin-score", "0.5"], "--begin-score needs --events"),
    (["--end-score", "0.5"], "--end-score needs --events"),
    (["--begin-delay", "5"], "--begin-delay needs --events"),
    (["--end-delay", "5"], "--end-delay needs --events"),
    (["--lost-delay", "5"], "--lost-delay needs --events"),
    (["--touchless-frames", "1"], "--touchless-frames needs --touchless"),
    (["--touchless-min-confidence", "1"], "--touchless-min-confidence needs --touchless"),
    (["--thumb-begin", "1"], "--thumb-begin needs --touchless"),
    (["--thumb-end", "1"], "--thumb-end needs --touchless"),
    (["--pinch-begin", "1"], "--pinch-begin needs --touchless"),
    (["--pinch-end", "1"], "--pinch-end needs --touchless"),
    (
      ["--events", "--end-delay", "-1"],
      "--events: endDelayInMilliseconds is -1.0, expected a number that is 0 or above"
    ),
    (["--touchless", "--touchless-frames", "0"], "--touchless: frameCount is 0.0, expected at least 1"),
    (["--events", "--format", "csv"], "--events, --touchless and --grabs need --format text or json, not csv"),
    (["--grabs", "--format", "csv"], "--events, --touchless and --grabs need --format text or json, not csv"),
    (["--output", "x.json"], "--output is for the arrays of --format npz; other results go to standard output"),
  ])
  func `an option without what it belongs to, or out of range, is wrong use`(
    _ options: [String], _ message: String
  ) async throws {
    let run = try await CommandRun.mudra(["video", DrawnClip.folder.path] + options)
    #expect(run.status == 64)
    // Before it, there may be a note about the folder.
    #expect(run.errorLines.last == "mudra: \(message)")
  }
}
