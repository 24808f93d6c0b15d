import Foundation
import Mudra
import PixelImaging
import TestSupport
import Testing

/// What results say besides the hands.
@Suite struct ReportOptionsTests {
  private func run(_ arguments: [String]) async throws -> CommandRun {
    let run = try await CommandRun.mudra(["gestures"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    return run
  }

  @Test(arguments: [
    (["--shape", "--format", "csv"], "--shape needs --format text or json, not csv"),
    (["--field-of-view", "60", "--format", "csv-hands"], "--field-of-view needs --format text or json, not csv-hands"),
    (["--timings", "--format", "npz", "--output", "a.npz"], "--timings needs --format text or json, not npz"),
    (["--skeleton"], "--skeleton needs --format json, not text"),
    (["--embedding"], "--embedding: needs --format json, not text"),
    (["--motion", "--format", "csv"], "--motion needs --format json, not csv"),
    (
      ["--orientation", "sideways"],
      "The value 'sideways' is invalid for '--orientation <orientation>'. Please provide one of the following: up, "
        + "down, left, right, up-mirrored, down-mirrored, left-mirrored, right-mirrored"
    ),
  ])
  func `what a format has no place for is refused`(_ options: [String], _ message: String) async throws {
    let run = try await CommandRun.mudra(["gestures", TestFiles.picture("Victory_left")] + options)
    #expect(run.status == 64)
    #expect(run.errorLines == ["mudra: \(message)"])
  }

  @Test func `details say where a hand was searched for and by which palm`() async throws {
    let picture = TestFiles.picture("Victory_left")
    let line = try JSONDocument(try await run([picture, "--details", "--json"]).output)
    let image = try PixelImage(contentsOfFile: picture)
    let result = try LibraryRun.recognizer { $0.details = .hands }.recognize(image: image)
    let hand = try #require(result.hands.first?.details)
    guard case .detected(let palm) = hand.candidate.origin else { throw CommandRun.Failure(description: "no palm") }
    let details = try #require(line["hands"]?.elements.first?["details"])
    #expect(details["origin"] == .string("detected"))
    let region = hand.candidate.region
    #expect(
      details["region"]?.elements.map { Float($0.number ?? .nan) }
        == [region.centerX, region.centerY, region.width, region.height, region.rotation])
    #expect(details["palm"]?["score"]?.number.map { Float($0) } == palm.score)
    #expect(
      details["palm"]?["box"]?.elements.map { Float($0.number ?? .nan) }
        == [palm.xMin, palm.yMin, palm.width, palm.height])
    #expect(details["rawHandedness"]?["name"] == .string("Left"))
    #expect(details["rawLandmarks"] == line["hands"]?.elements.first?["landmarks"])
    #expect(line["ranPalmDetector"] == .bool(true))
    #expect(line["removed"] == nil)
    let text = try await run([picture, "--details"])
    #expect(text.lines.last?.contains("palm 0.") == true)
  }

  @Test(arguments: [
    (["two_0", "--hands", "1"], "handLimit", "exceeds the number of --hands"),
    (["Victory_left", "--min-detection", "1"], "palmScore", "scores below --min-detection"),
    (["Victory_left", "--min-presence", "1"], "presence", "which does not exceed --min-presence"),
    (
      ["two_0", "--hands", "2", "--palms-in", "0.5,0.24,1,0.48"], "outsideRegion",
      "is outside the regions of --palms-in"
    ),
  ])
  func `reasons say what is not a hand of the result, and why`(
    _ arguments: [String], _ rule: String, _ sentence: String
  ) async throws {
    let arguments = [TestFiles.picture(arguments[0])] + arguments.dropFirst() + ["--reasons"]
    let line = try JSONDocument(try await run(arguments + ["--json"]).output)
    let rules = (line["removed"]?.elements ?? []).compactMap { $0["rule"]?.text }
    #expect(rules.contains(rule))
    #expect(line["removed"]?.elements.first?["region"]?.elements.count == 5)
    #expect(line["hands"]?.elements.first?["details"] == nil)
    let text = try await run(arguments)
    #expect(
      text.lines.dropFirst().contains { $0.hasPrefix("  not a hand: ") && $0.hasSuffix(sentence) }, "\(text.output)")
  }

  @Test func `reasons say which squares were searched`() async throws {
    let arguments = [TestFiles.picture("Victory_left"), "--hands", "2", "--json", "--smallest-hand", "0.1"]
    let squares = try JSONDocument(try await run(arguments + ["--reasons"]).output)["searchedTiles"]?.elements ?? []
    #expect(!squares.isEmpty && squares.allSatisfy { $0.elements.count == 5 })
    #expect(try JSONDocument(try await run(arguments + ["--details"]).output)["searchedTiles"]?.elements == squares)
    #expect(try JSONDocument(try await run(arguments).output)["searchedTiles"] == nil)
    let whole = try await run(Array(arguments.dropLast(2)) + ["--reasons"])
    #expect(try JSONDocument(whole.output)["searchedTiles"] == nil)
  }

  @Test func `without reasons nothing is said about what was removed`() async throws {
    let arguments = [TestFiles.picture("two_0"), "--hands", "1"]
    #expect(try JSONDocument(try await run(arguments + ["--json"]).output)["removed"] == nil)
    #expect(try await run(arguments).lines.count == 2)
  }

  @Test func `the shape says which fingers are bent`() async throws {
    let picture = TestFiles.picture("Victory_left")
    let line = try JSONDocument(try await run([picture, "--shape", "--json"]).output)
    let shape = try #require(line["hands"]?.elements.first?["shape"])
    let curls = ["index", "middle", "ring", "pinky"].map { shape["fingers"]?[$0]?["curl"]?.text }
    #expect(curls == ["straight", "straight", "half", "half"])
    let result = try LibraryRun.recognizer().recognize(image: try PixelImage(contentsOfFile: picture))
    let expected = try #require(HandShape(result.worldLandmarks[0]))
    #expect(shape["pinchDistance"]?.number.map { Float($0) } == expected.pinchDistance())
    #expect(shape["palmLength"]?.number.map { Float($0) } == expected.palmLength)
    #expect(shape["fingers"]?["index"]?["bend"]?.number.map { Float($0) } == expected.bend(of: .index))
    #expect(shape["fingers"]?["index"]?["direction"] == .string("\(expected.pictureDirection(of: .index))"))
    // A left hand, whose palm the camera sees.
    let normal = expected.palmNormal(isRight: false)
    #expect(shape["palmNormal"]?.elements.map { Float($0.number ?? .nan) } == [normal.x, normal.y, normal.z])
    #expect(normal.z < 0)
    let text = try await run([picture, "--shape"])
    #expect(text.lines.last?.contains("straight: index middle") == true, "\(text.output)")
  }

  @Test func `reliability says how far each landmark may be off`() async throws {
    let picture = TestFiles.picture("Victory_left")
    let options = HandLandmarkerOptions()
    options.details = .reliability
    let hand = try HandLandmarker(options: options).detect(image: PixelImage(contentsOfFile: picture)).hands.first
    let expected = try #require(hand?.reliability)
    let line = try JSONDocument(try await run([picture, "--reliability", "--json"]).output)
    let found = try #require(line["hands"]?.elements.first?["reliability"]).elements
    #expect(
      found.map { $0.elements.map { Float($0.number ?? .nan) } } == expected.map { [$0.expectedError, $0.confidence] })
    let plain = try JSONDocument(try await run([picture, "--json"]).output)
    #expect(plain["hands"]?.elements.first?["reliability"] == nil)
    let landmarks = try await CommandRun.mudra(["landmarks", picture, "--reliability"])
    #expect(landmarks.lines.count { $0.hasSuffix(" palms") && $0.contains("± 0.") } == 21, "\(landmarks.output)")
    let gestures = try await run([picture, "--reliability"])
    #expect(gestures.lines.last?.contains("least reliable: ") == true, "\(gestures.output)")
  }

  @Test func `timings say how long each step took`() async throws {
    let picture = TestFiles.picture("Victory_left")
    let line = try JSONDocument(try await run([picture, "--timings", "--json"]).output)
    let times = try ["palmDetection", "handLandmarks", "gestures", "total"].map {
      try #require(line["timingsMs"]?[$0]?.number)
    }
    #expect(times.allSatisfy { $0 > 0 })
    #expect(times[0] + times[1] + times[2] <= times[3])
    #expect(try await run([picture, "--timings"]).lines.last?.contains(" ms, total ") == true)
    #expect(try JSONDocument(try await run([picture, "--json"]).output)["timingsMs"] == nil)
  }

  @Test func `the letterbox of a wide picture is cut as in the library`() async throws {
    let picture = TestFiles.picture("two_0")
    let cut = try await run([picture, "--hands", "2", "--cut-letterbox", "--json"])
    let expected = try LibraryRun.picture(picture) {
      $0.numHands = 2
      $0.tracking.skipsLetterbox = true
    }
    let found = try ResultLine.lines(cut.output)[0].hands
    #expect(found.count == 2)
    #expect(found == expected.hands)
    let plain = try await run([picture, "--hands", "2", "--json"])
    #expect(try ResultLine.lines(plain.output)[0].hands != found)
  }

  @Test func `of one person's two hands one is left`() async throws {
    let folder = try TemporaryFolder()
    // The same hand twice, side by side.
    let one = try PixelImage(contentsOfFile: TestFiles.picture("Victory_left"))
    var pixels: [UInt8] = []
    one.withUnsafeBytes { bytes in
      for row in 0..<one.height {
        let line = bytes[row * one.rowByteStride..<row * one.rowByteStride + 3 * one.width]
        pixels += Array(line) + Array(line)
      }
    }
    let path = folder.path("twice.png")
    try PixelImage(width: 2 * one.width, height: one.height, format: .rgb, pixels: pixels).writePNG(toFile: path)
    let plain = try await run([path, "--hands", "2", "--json"])
    #expect(try ResultLine.lines(plain.output)[0].hands.map(\.handedness.name) == ["Left", "Left"])
    let person = try await run([path, "--hands", "2", "--one-person", "--json"])
    let expected = try LibraryRun.picture(path) {
      $0.numHands = 2
      $0.tracking.assumesOnePerson = true
    }
    #expect(try ResultLine.lines(person.output)[0].hands == expected.hands)
    #expect(Set(expected.hands.map(\.handedness.name)) == ["Left", "Right"])
    let refused = try await CommandRun.mudra(["gestures", path, "--hands", "3", "--one-person"])
    #expect(refused.status == 64)
    #expect(refused.errorLines == ["mudra: --one-person: a person has at most 2 hands, --hands is 3"])
  }
}
