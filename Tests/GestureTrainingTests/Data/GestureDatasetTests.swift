import Foundation
import GestureTraining
import PixelImaging
import TestSupport
import Testing

@Suite struct GestureDatasetTests {
  private let embedding = HandEmbedding([1, 2, 3])

  private func expect(_ fault: GestureNameFault, _ name: String) {
    var dataset = GestureDataset()
    #expect(throws: GestureTrainingError.name(name, fault: fault)) { try dataset.add(embedding, gesture: name) }
    #expect(dataset.examples.isEmpty)
  }

  // MARK: Names

  @Test(arguments: ["two words", "größe", "✋🏽", "नमस्ते", "a/b", "..", " ", "e\u{301}", "\u{202E}abc", "NONE"])
  func `a name is any Unicode`(name: String) throws {
    var dataset = GestureDataset()
    try dataset.add(embedding, gesture: name)
    #expect(dataset.examples.first?.gesture == name)
  }

  @Test func `names that a file of labels cannot hold are refused`() {
    expect(.empty, "")
    expect(.controlCharacter, "a\nb")
    expect(.controlCharacter, "a\r")
    expect(.controlCharacter, "\u{0}")
    expect(.tooLong(byteCount: 257, limit: 256), String(repeating: "x", count: 257))
  }

  @Test(arguments: ["None", "none"]) func `none stands for other poses`(name: String) throws {
    var dataset = GestureDataset()
    try dataset.add(embedding, gesture: name)
    #expect(dataset.examples.first?.gesture == nil)
  }

  @Test func `names that look the same are refused`() throws {
    var dataset = GestureDataset()
    for name in ["é", "e\u{301}"] {
      try dataset.add(embedding, gesture: name)
      try dataset.add(HandEmbedding([2, 3, 4]), gesture: name)
    }
    #expect(throws: GestureTrainingError.name("é", fault: .doubled)) { try GestureTrainer().train(dataset) }
  }

  // MARK: Values

  @Test func `embeddings are finite and all of one size`() throws {
    var dataset = GestureDataset()
    for value in [Float.nan, .infinity] {
      #expect(throws: GestureTrainingError.notFinite(source: "x")) {
        try dataset.add(HandEmbedding([1, value]), gesture: "a", source: "x")
      }
    }
    #expect(throws: GestureTrainingError.embeddingSize(source: "x", found: 0, expected: 1)) {
      try dataset.add(HandEmbedding([]), gesture: "a", source: "x")
    }
    try dataset.add(embedding, gesture: "a")
    #expect(throws: GestureTrainingError.embeddingSize(source: "x", found: 2, expected: 3)) {
      try dataset.add(HandEmbedding([1, 2]), gesture: "a", source: "x")
    }
  }

  @Test func `a dataset is read back from JSON, and checked`() throws {
    var dataset = GestureDataset()
    try dataset.add(HandEmbedding([1, 2], cannedGesture: "Victory"), gesture: "a", source: "a/1.png")
    try dataset.add(HandEmbedding([1, 3]), gesture: nil, source: "none/1.png")
    try dataset.skip("a/2.png", gesture: "a", fault: nil)
    let data = try JSONEncoder().encode(dataset)
    #expect(try JSONDecoder().decode(GestureDataset.self, from: data) == dataset)
    let broken = String(decoding: data, as: UTF8.self).replacing("\"gesture\":\"a\"", with: "\"gesture\":\"\\n\"")
    #expect(throws: GestureTrainingError.self) {
      try JSONDecoder().decode(GestureDataset.self, from: Data(broken.utf8))
    }
  }

  @Test func `a gesture is removed with all that belongs to it`() throws {
    var dataset = GestureDataset()
    try dataset.add(embedding, gesture: "a", source: "1")
    try dataset.add(embedding, gesture: "b", source: "2")
    try dataset.skip("3", gesture: "a", fault: nil)
    dataset.remove(gesture: "a")
    #expect(dataset.examples.map(\.gesture) == ["b"])
    #expect(dataset.skipped.isEmpty)
  }

  // MARK: Folders

  @Test func `a folder has a folder for each gesture`() throws {
    let folder = try TemporaryFolder()
    for name in ["b/2.png", "b/1.JPG", "a/x.jpeg", "a/.hidden.png", "a/notes.txt", "none/n.png", "stray.png"] {
      let path = folder.path(name)
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      _ = try folder.write([1], as: name)
    }
    let files = try GestureDataset.pictures(inFolder: folder.url.path)
    #expect(files.map(\.gesture) == ["a", "b", "b", "none"])
    #expect(files.map { ($0.path as NSString).lastPathComponent } == ["x.jpeg", "1.JPG", "2.png", "n.png"])
    #expect(throws: GestureTrainingError.self) { try GestureDataset.pictures(inFolder: folder.path("not there")) }
  }

  @Test func `a folder is not named with control characters`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("a\nb"), withIntermediateDirectories: true)
    #expect(throws: GestureTrainingError.name("a\nb", fault: .controlCharacter)) {
      try GestureDataset.pictures(inFolder: folder.url.path)
    }
  }
}
