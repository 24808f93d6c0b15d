import Foundation
import GestureTraining
import HandTracking
import TFLiteFormat
import TestSupport
import Testing

@Suite struct GestureBundleTests {
  private static let trained = Result {
    try GestureTrainer().train(Models.drawnGestures(["Victory", "Pointing_Up", "ILoveYou"]))
  }

  private func bundle() throws -> [UInt8] {
    try GestureBundle.bytes(of: Self.trained.get(), basedOn: Bytes(contentsOfFile: Models.recognizer))
  }

  private func recognizer(_ bytes: [UInt8]) throws -> GestureRecognizer {
    try GestureRecognizer(model: HandModel(data: Data(bytes)), options: GestureRecognizerOptions())
  }

  // MARK: What is in it

  @Test func `the networks of the base are unchanged`() throws {
    let base = try Archive(Bytes(contentsOfFile: Models.recognizer))
    let bundle = try Archive(Bytes(bundle()))
    #expect(bundle.entries.map(\.name) == ["hand_landmarker.task", "hand_gesture_recognizer.task"])
    let hands = "hand_landmarker.task"
    #expect(try bundle.entry(named: hands).array == base.entry(named: hands).array)
    let networks = try [bundle, base].map { try $0.archive(in: $0.entry(named: "hand_gesture_recognizer.task")) }
    #expect(networks[0].entries.count == 3)
    for name in ["gesture_embedder.tflite", "canned_gesture_classifier.tflite"] {
      #expect(try networks[0].entry(named: name).array == networks[1].entry(named: name).array)
    }
    let model = try Model(networks[0].entry(named: "custom_gesture_classifier.tflite"))
    let labels = try model.labels(ofOutput: 0, locale: nil)
    #expect(labels == ["None", "my ILoveYou", "my Pointing_Up", "my Victory"])
    #expect(try model.metadata()?.outputs.first?.scoreThreshold == 0.5)
    let names = model.subgraphs[0].operators.map { model.operatorCodes[$0.codeIndex].name }
    #expect(names == ["RELU", "FULLY_CONNECTED", "MUL", "CONCATENATION", "FULLY_CONNECTED", "SOFTMAX"])
  }

  @Test func `the same gestures give the same bytes`() throws {
    let bytes = try bundle()
    #expect(try bytes == bundle())
    let base = try Data(contentsOf: URL(fileURLWithPath: Models.recognizer))
    #expect(try GestureBundle.data(of: Self.trained.get(), basedOn: base) == Data(bytes))
    // A bundle with gestures is a base, too: its own gestures are replaced.
    #expect(try GestureBundle.bytes(of: Self.trained.get(), basedOn: Bytes(bytes)) == bytes)
  }

  @Test func `a damaged bundle is refused with a reason, or read`() throws {
    let whole = try bundle()
    let archive = try Archive(Bytes(whole))
    let networks = try archive.archive(in: archive.entry(named: "hand_gesture_recognizer.task"))
    let written = try networks.entry(named: "custom_gesture_classifier.tflite").array
    /// The bundle with another classifier, whose checksums are right.
    func rebuilt(with classifier: [UInt8]) -> [UInt8] {
      let inner = ZipFile.bytes(
        of: networks.entries.map { ($0.name, $0.name.hasPrefix("custom") ? classifier : $0.bytes.array) })
      return ZipFile.bytes(
        of: archive.entries.map { ($0.name, $0.name.hasPrefix("hand_gesture") ? inner : $0.bytes.array) })
    }
    #expect(
      try recognizer(rebuilt(with: written)).recognize(image: RenderedHands.image("Victory_left")).gestures.count == 1)
    var generator = SeededGenerator(seed: 19)
    var refusals = 0
    for index in 0..<24 {
      var damaged = written
      if index.isMultiple(of: 4) {
        damaged.removeSubrange(Int.random(in: 0..<written.count, using: &generator)...)
      } else {
        // In the first bytes are the structure, in the last the labels, between them mostly weights.
        for place in 0..<8 {
          let range = [0..<written.count, 0..<2000, written.count - 2000..<written.count][place % 3]
          damaged[Int.random(in: range, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      do {
        _ = try recognizer(rebuilt(with: damaged))
      } catch {
        #expect(!"\(error)".isEmpty)
        refusals += 1
      }
    }
    #expect(refusals >= 6)
  }

  // MARK: What it names

  @Test func `learned gestures are named, and canned ones where there is none`() throws {
    let recognizer = try recognizer(bundle())
    func name(_ picture: String) throws -> String? {
      try recognizer.recognize(image: RenderedHands.image(picture)).gestures.first?.first?.categoryName
    }
    #expect(try name("Victory_left") == "my Victory")
    #expect(try name("ILoveYou_right") == "my ILoveYou")
    #expect(try name("Thumb_Up_left") == "Thumb_Up")
    #expect(try name("Closed_Fist_right") == "Closed_Fist")
  }

  @Test func `scores of the network are those of the decision`() throws {
    let gestures = try Self.trained.get()
    let recognizer = try recognizer(bundle())
    for picture in ["Victory_left", "Victory_right", "Pointing_Up_left", "ILoveYou_right"] {
      let gesture = try #require(
        try recognizer.recognize(image: RenderedHands.image(picture)).gestures.first?.first)
      let decision = try gestures.decision(for: #require(try Models.embedding(of: picture)))
      #expect(gesture.categoryName == decision.name)
      #expect(abs(Double(gesture.score) - decision.score) < 2e-5)
    }
  }

  @Test func `a softmax head is a bundle, too`() throws {
    var dataset = try Models.drawnGestures(["Victory", "Pointing_Up"])
    for picture in ["Thumb_Up_left", "Closed_Fist_left", "Open_Palm_right"] {
      try dataset.add(#require(try Models.embedding(of: picture)), gesture: nil)
    }
    let gestures = try GestureTrainer(options: GestureTrainingOptions(method: .softmax)).train(dataset)
    let bytes = try GestureBundle.bytes(of: gestures, basedOn: Bytes(contentsOfFile: Models.recognizer))
    let result = try recognizer(bytes).recognize(image: RenderedHands.image("Victory_left"))
    #expect(result.gestures.first?.first?.categoryName == "my Victory")
  }

  // MARK: Files

  @Test func `a bundle and its card are written next to each other`() throws {
    let folder = try TemporaryFolder()
    try GestureBundle.write(Self.trained.get(), to: folder.path("my.task"), basedOn: Models.recognizer)
    #expect(try folder.names() == ["my.md", "my.task"])
    let card = try String(contentsOfFile: folder.path("my.md"), encoding: .utf8)
    #expect(card.contains("| my Victory | 2 | 1 | 0 |"))
    #expect(card.contains("takes the place of the canned Victory"))
    #expect(ModelCard.path(for: "a/b.bin") == "a/b.bin.md")
  }

  @Test func `names are text in a model card, whatever they look like`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 3)
    let names = ["[x](http://a.b)", "<img src=x onerror=1>", "a|b\\|*_`"]
    let card = ModelCard(try GestureTrainer().train(drawn.dataset(names, count: 4))).text
    #expect(!card.contains("<img") && !card.contains("](") && !card.contains("http://"))
    #expect(card.contains("| &lt;img src=x onerror=1&gt; | 4 |"))
    #expect(card.contains("\\[x\\]\\(http\\://a\\.b\\)"))
    #expect(card.contains("| a\\|b\\\\\\|\\*\\_\\` |"))
  }

  @Test func `examples next to a bundle are read back, and gestures added to them`() throws {
    let folder = try TemporaryFolder()
    let dataset = try Models.drawnGestures(["Victory", "Pointing_Up"])
    let path = folder.path("my.task")
    try GestureBundle.write(GestureTrainer().train(dataset), to: path, examples: dataset, basedOn: Models.recognizer)
    #expect(try folder.names() == ["my.examples.json", "my.md", "my.task"])
    let saved = try GestureDataset(savedWith: path)
    #expect(try GestureTrainer().train(saved).head == GestureTrainer().train(dataset).head)
    #expect(saved.options == GestureTrainingOptions())
    let empty = #""bordered":[],"examples":[],"skipped":[]"#
    let options = #""training":{"keptShare":2,"method":"distance","regularization":1}"#
    for damage in [#"{"examples":[{}]}"#, "{\(empty),\(options)}"] {
      _ = try folder.write(Array(damage.utf8), as: "my.examples.json")
      #expect(throws: GestureTrainingError.self) { try GestureDataset(savedWith: path) }
    }
    // As before there were options, and as the studio writes it.
    for older in ["{\(empty)}", "{\(empty),\"options\":{}}"] {
      _ = try folder.write(Array(older.utf8), as: "my.examples.json")
      #expect(try GestureDataset(savedWith: path).options == nil)
    }
  }

  @Test func `what cannot be written is told, and leaves nothing`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("no folder/my.task")
    #expect(throws: GestureTrainingError.self) {
      try GestureBundle.write(Self.trained.get(), to: path, basedOn: Models.recognizer)
    }
    #expect(try folder.names() == [])
  }

  @Test func `a base without gestures, or that is none, is refused`() throws {
    let gestures = try Self.trained.get()
    let landmarker = PackageFolders.root.appendingPathComponent("Models/hand_landmarker.task").path
    for path in [landmarker, "/not/there.task"] {
      #expect(throws: GestureTrainingError.self) {
        try GestureBundle.write(gestures, to: "/not/there/either.task", basedOn: path)
      }
    }
    #expect(throws: GestureTrainingError.self) { try GestureBundle.bytes(of: gestures, basedOn: Bytes([1, 2, 3])) }
  }

  @Test func `examples of another embedder are refused`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 1, size: 8)
    let gestures = try GestureTrainer().train(drawn.dataset(["a"], count: 5))
    let error = GestureTrainingError.embeddingSize(source: "gesture_embedder.tflite", found: 128, expected: 8)
    #expect(throws: error) {
      try GestureBundle.bytes(of: gestures, basedOn: Bytes(contentsOfFile: Models.recognizer))
    }
  }

  @Test func `labels of any script are read from the bundle`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 4)
    let names = ["two words", "✋🏽", "नमस्ते", "a|b"].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let gestures = try GestureTrainer().train(drawn.dataset(names, count: 4))
    let bytes = try GestureBundle.bytes(of: gestures, basedOn: Bytes(contentsOfFile: Models.recognizer))
    let outer = try Archive(Bytes(bytes))
    let inner = try outer.archive(in: outer.entry(named: "hand_gesture_recognizer.task"))
    let model = try Model(inner.entry(named: "custom_gesture_classifier.tflite"))
    #expect(try model.labels(ofOutput: 0, locale: nil) == ["None"] + names)
    _ = try HandModel(data: Data(bytes))
  }
}
