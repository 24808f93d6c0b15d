import Foundation
import HandRecording
import Mudra
import PixelImaging
import TestSupport
import Testing

/// Two hands, a left open palm with score 0.60 and a right victory sign with 0.92: a threshold that leaves one gesture
/// leaves it with its hand, in every output.
@Suite struct FilteredGesturesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let threshold: Float
    /// The gesture of each side, as in text.
    let gestures: [String: String]
    var testDescription: String { "threshold \(threshold)" }
    /// The name of the gesture of each side; empty for none.
    var names: [String: String] { gestures.mapValues { String($0.split(separator: " ").first ?? "") } }
    var arguments: [String] { ["--hands", "2", "--canned-threshold", "\(threshold)"] }
  }

  private static let cases = [
    Case(threshold: 0.59, gestures: ["Left": "Open_Palm 0.60", "Right": "Victory 0.92"]),
    Case(threshold: 0.61, gestures: ["Left": "", "Right": "Victory 0.92"]),
    Case(threshold: 0.95, gestures: ["Left": "", "Right": ""]),
  ]

  private let picture = TestFiles.picture("two_0")

  private func output(_ item: Case, _ format: String) async throws -> CommandRun {
    let run = try await CommandRun.mudra(["gestures", picture, "--format", format] + item.arguments)
    #expect(run.status == 0, "\(run.errors)")
    return run
  }

  @Test(arguments: Self.cases) func `text`(_ item: Case) async throws {
    let lines = try await output(item, "text").lines.dropFirst()
    #expect(lines.count == 2)
    for (side, gesture) in item.gestures {
      let line = try #require(lines.first { $0.contains(side) })
      #expect(line.contains(gesture.isEmpty ? "no gesture" : gesture), "\(line)")
    }
  }

  @Test(arguments: Self.cases) func `JSON`(_ item: Case) async throws {
    let hands = try #require(try ResultLine.lines(try await output(item, "json").output).first).hands
    #expect(hands.count == 2)
    for hand in hands {
      let name = try #require(item.names[hand.handedness.name ?? ""])
      #expect(hand.gestures?.map(\.name) == (name.isEmpty ? [] : [name]))
    }
  }

  @Test(arguments: Self.cases) func `CSV`(_ item: Case) async throws {
    let lines = try await output(item, "csv-hands").lines
    let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let side = try #require(rows[0].firstIndex(of: "handedness"))
    let gesture = try #require(rows[0].firstIndex(of: "gesture"))
    #expect(rows.count == 3)
    for row in rows.dropFirst() { #expect(item.names[String(row[side])] == String(row[gesture])) }
  }

  @Test(arguments: Self.cases) func `NPZ`(_ item: Case) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("hands.npz")
    let run = try await CommandRun.mudra(
      ["gestures", picture, "--format", "npz", "--output", path] + item.arguments)
    #expect(run.status == 0, "\(run.errors)")
    let sides = try ArchiveTexts.texts(path, "handedness")
    #expect(sides.count == 2)
    for (side, gesture) in zip(sides, try ArchiveTexts.texts(path, "gesture")) { #expect(item.names[side] == gesture) }
  }

  @Test(arguments: Self.cases) func `a drawing`(_ item: Case) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("drawn.png")
    let run = try await CommandRun.mudra(["gestures", picture, "--annotate", path] + item.arguments)
    #expect(run.status == 0, "\(run.errors)")
    let hands = try #require(try ResultLine.lines(try await output(item, "json").output).first).hands
    var expected = HandDrawing(on: try PixelImage(contentsOfFile: picture))
    for hand in hands {
      let side = try #require(hand.handedness.name)
      let gesture = try #require(item.gestures[side])
      let score = String(format: "%.2f", Double(hand.handedness.score))
      expected.draw(
        hand.landmarks.map { NormalizedLandmark(x: $0[0], y: $0[1], z: $0[2]) },
        label: gesture.isEmpty ? "\(side) \(score)" : "\(side)  \(gesture)")
    }
    let drawn = try PixelImage(contentsOfFile: path)
    #expect(drawn.withUnsafeBytes(Array.init) == expected.image.withUnsafeBytes(Array.init))
  }

  @Test(arguments: Self.cases) func `events`(_ item: Case) async throws {
    let folder = try TemporaryFolder()
    let frames = try DrawnClip.write(Array(repeating: try PixelImage(contentsOfFile: picture), count: 8), in: folder)
    // In the frames behind the first, Open_Palm scores a little more.
    let arguments = item.arguments.map { $0 == "0.61" ? "0.7" : $0 }
    let run = try await CommandRun.mudra(["video", frames, "--events", "--begin-score", "0.5"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    let began = run.lines.compactMap { $0.firstMatch(of: /hand [12] began (.*)/).map { String($0.1) } }
    #expect(began.sorted() == item.names.values.filter { !$0.isEmpty }.sorted())
    #expect(run.lines.count { $0.hasSuffix(" appeared") } == 2)
  }

  @Test(arguments: Self.cases) func `a program`(_ item: Case) throws {
    let task = try LibraryRun.recognizer {
      $0.numHands = 2
      let canned = ClassifierOptions()
      canned.scoreThreshold = item.threshold
      $0.cannedGesturesClassifierOptions = canned
    }
    let result = try task.recognize(image: try PixelImage(contentsOfFile: picture))
    let found = result.hands.map { ($0.side.name, $0.gesture?.name ?? "") }
    #expect(Dictionary(found) { first, _ in first } == item.names)
    // MediaPipe's lists: a hand without a gesture leaves no gap, and without any gesture there are no hands.
    let gestures = result.gestures.compactMap { $0.first?.categoryName }
    #expect(gestures.sorted() == item.names.values.filter { !$0.isEmpty }.sorted())
    #expect(result.landmarks.count == (gestures.isEmpty ? 0 : 2))
    #expect(result.handedness.count == result.landmarks.count)
  }

  @Test(arguments: Self.cases) func `the studio's answer`(_ item: Case) throws {
    let json = #"{"numHands":2,"canned":{"scoreThreshold":\#(item.threshold)}}"#
    let options = try JSONDecoder().decode(SessionOptions.self, from: Data(json.utf8))
    let session = try HandSession(
      model: HandModel(path: TestFiles.shipped("gesture_recognizer.task")), options: options, areVideoFrames: true)
    let answer = try session.result(
      of: try PixelImage(contentsOfFile: picture), timestampInMilliseconds: 0, source: "camera")
    let hands = try #require(try ResultLine.lines(answer.json).first).hands
    for hand in hands { #expect(item.names[hand.handedness.name ?? ""] == hand.gestures?.first?.name ?? "") }
    #expect(hands.count == 2)
  }
}
