import GestureTraining
import HandTracking
import TestSupport
import Testing

@Suite struct LandmarkLinesTests {
  /// The line of a drawn hand.
  private func line(_ picture: String, label: String? = nil) throws -> String {
    let image = try RenderedHands.image(picture)
    let result = try HandLandmarker(model: Models.model.get()).detect(image: image)
    let points = result.landmarks[0].map { "[\($0.x),\($0.y),\($0.z)]" }.joined(separator: ",")
    let world = result.worldLandmarks[0].map { "[\($0.x),\($0.y),\($0.z)]" }.joined(separator: ",")
    let side = result.handedness[0][0]
    return "{\(label.map { "\"label\":\"\($0)\"," } ?? "")\"source\":\"photos/thumb/\(picture).png\","
      + "\"width\":\(image.width),\"height\":\(image.height),\"hands\":[{"
      + "\"handedness\":{\"name\":\"\(side.categoryName ?? "")\",\"score\":\(side.score)},"
      + "\"landmarks\":[\(points)],\"worldLandmarks\":[\(world)]}]}"
  }

  private func dataset(_ text: String) throws -> GestureDataset {
    try TemporaryFolder.withFile(Array(text.utf8), as: "hands.jsonl") { path in
      var dataset = GestureDataset()
      try dataset.add(linesOfFile: path, embedder: HandEmbedder(model: Models.model.get()))
      return dataset
    }
  }

  @Test func `landmarks give the embedding of their picture, to a bit`() throws {
    let lines = try line("Thumb_Up_left") + "\n\n" + line("Victory_right", label: "peace") + "\r\n"
    let dataset = try dataset(lines)
    #expect(dataset.examples.map(\.gesture) == ["thumb", "peace"])
    let embeddings = try ["Thumb_Up_left", "Victory_right"].map { try Models.embedding(of: $0) }
    #expect(dataset.examples.map(\.embedding) == embeddings)
  }

  @Test func `a line without hands, or with an error, is noted`() throws {
    let dataset = try dataset(
      """
      {"source":"a/1.png","width":3,"height":3,"hands":[]}
      {"source":"a/2.png","error":{"code":"truncated","message":"cut short"}}
      """)
    #expect(dataset.skipped.map(\.source) == ["a/1.png", "a/2.png"])
    #expect(dataset.skipped.map(\.fault) == [nil, "cut short"])
  }

  @Test(arguments: [
    ("version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer, not lines of JSON: run git lfs pull"),
    ("<!DOCTYPE html>\n", "an HTML page, not lines of JSON: the download brought a web page instead"),
  ])
  func `a file of another kind is named`(text: String, kind: String) throws {
    do {
      _ = try dataset(text)
      Issue.record("it is accepted")
    } catch GestureTrainingError.cannotRead(_, let reason) {
      #expect(reason == "the file is \(kind)")
    }
  }

  @Test(arguments: [
    "{", "[]", "null", "\"x\"", "{\"hands\":[]}", "{\"source\":\"1.png\",\"hands\":[]}", "{\"source\":3}",
    "{\"source\":\"a/1.png\",\"width\":3,\"height\":3,\"hands\":[{}]}", "\u{0}",
    "{\"source\":\"a/1.png\",\"width\":3,\"height\":3,\"hands\":[{\"handedness\":{\"name\":\"Right\",\"score\":1},"
      + "\"landmarks\":[[1,2]],\"worldLandmarks\":[]}]}",
    "{\"source\":\"a/1.png\",\"width\":0,\"height\":3,\"hands\":[{\"handedness\":{\"name\":\"Right\",\"score\":1},"
      + "\"landmarks\":[],\"worldLandmarks\":[]}]}",
    "{\"source\":\"a/1.png\",\"hands\":[{\"handedness\":{\"name\":\"Both\",\"score\":1},\"landmarks\":[],"
      + "\"worldLandmarks\":[]}]}",
    String(repeating: "[", count: 100_000),
  ])
  func `a line that is not a result is refused with its number`(line: String) throws {
    let text = "{\"source\":\"a/1.png\",\"width\":3,\"height\":3,\"hands\":[]}\n" + line
    do {
      _ = try dataset(text)
      Issue.record("accepted")
    } catch GestureTrainingError.invalidLine(_, let number, let reason) {
      #expect(number == 2)
      #expect(!reason.isEmpty)
    }
  }

  @Test func `numbers that overflow are refused, and a file that is not there`() throws {
    let huge = try line("Thumb_Up_left").replacing("\"landmarks\":[[", with: "\"landmarks\":[[1e39,1,1],[")
    #expect(throws: GestureTrainingError.self) { try dataset(huge) }
    var empty = GestureDataset()
    #expect(throws: GestureTrainingError.self) {
      try empty.add(linesOfFile: "/not/there.jsonl", embedder: HandEmbedder(model: Models.model.get()))
    }
  }
}
