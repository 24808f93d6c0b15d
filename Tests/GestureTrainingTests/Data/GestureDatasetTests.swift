import Foundation
import GestureTraining
import MudraPlatform
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
    #expect(throws: GestureTrainingError.embeddingSize(source: "x", found: 4097, expected: 4096)) {
      try dataset.add(HandEmbedding(Array(repeating: 1, count: 4097)), gesture: "a", source: "x")
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

  @Test func `a folder in a gesture's folder is a group, and what is not taken is told`() throws {
    let folder = try TemporaryFolder()
    for name in [
      "wave/1.png", "wave/anna/2.png", "wave/ben/3.jfif", "wave/ben/monday/4.png", "other/5.png", "None /6.png",
      "stray.png", "notes.txt", "NONE/7.png",
    ] {
      let path = folder.path(name)
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      _ = try folder.write([1], as: name)
    }
    // A picture by what it holds.
    _ = try folder.write([0xFF, 0xD8, 0xFF, 0xE0], as: "wave/8")
    let read = try GestureFolder(folder.url.path)
    #expect(read.files.map(\.gesture) == ["NONE", "None ", "other", "wave", "wave", "wave", "wave"])
    #expect(read.files.map(\.group) == [nil, nil, nil, nil, nil, "anna", "ben"])
    #expect(
      Set(read.notices) == [
        .namedLikeNone(gesture: "NONE"), .namedLikeNone(gesture: "None "), .namedLikeNone(gesture: "other"),
        .foldersInGroup(path: folder.path("wave/ben")), .picturesWithoutGesture(count: 1), .otherFiles(count: 1),
      ])
  }

  @Test func `folders that hold no gestures say what they hold`() throws {
    let folder = try TemporaryFolder()
    for name in ["flat/1.png", "flat/2.jpg", "nest/train/wave/1.png", "deep/a/b/c/1.png"] {
      let path = folder.path(name)
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      _ = try folder.write([1], as: name)
    }
    let flat = GestureTrainingError.noGestureFolders(path: folder.path("flat"), pictureCount: 2)
    #expect(throws: flat) { try GestureFolder(folder.path("flat")) }
    #expect(flat.description.hasSuffix("has 2 pictures, but no folder of pictures for a gesture"))
    #expect(throws: GestureTrainingError.foldersInFolders(path: folder.path("nest/train"))) {
      try GestureFolder(folder.path("nest"))
    }
    #expect(throws: GestureTrainingError.foldersInFolders(path: folder.path("deep/a/b"))) {
      try GestureFolder(folder.path("deep"))
    }
  }

  #if os(Linux)
    @Test func `a gesture whose folder is not UTF-8 is named with the numbers of its bytes`() throws {
      let folder = try TemporaryFolder()
      let path = FolderNames.path(of: PathText.text(of: [0x61, 0xFF]), in: folder.url.path)
      let picture = FolderNames.path(of: PathText.text(of: [0xE9, 0x2E, 0x70, 0x6E, 0x67]), in: path)
      try FolderNames.create(path)
      try WholeFile.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], to: picture)
      let files = try GestureFolder(folder.url.path).files
      #expect(files.map(\.gesture) == [#"a\xFF"#])
      #expect(files.map(\.path) == [picture] && FileNames.isRegularFile(picture))
    }
  #endif

  @Test func `too many gestures are refused before a picture is read`() throws {
    var dataset = GestureDataset()
    let files = (0...1000).map { GestureDataset.PictureFile(path: "/not/there", gesture: "\($0)") }
    let embedder = try HandEmbedder(model: Models.model.get())
    #expect(throws: GestureTrainingError.tooManyGestures(count: 1001, limit: 1000)) {
      try dataset.add(files, embedder: embedder) { _ in Issue.record("a picture was read") }
    }
  }

  @Test func `a folder is not named with control characters`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("a\nb"), withIntermediateDirectories: true)
    #expect(throws: GestureTrainingError.name("a\nb", fault: .controlCharacter)) {
      try GestureDataset.pictures(inFolder: folder.url.path)
    }
  }
}
