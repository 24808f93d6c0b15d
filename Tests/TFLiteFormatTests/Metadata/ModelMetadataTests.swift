import Foundation
import TFLiteFormat
import TestSupport
import Testing

@Suite struct ModelMetadataTests {
  /// A model whose metadata names labels in two languages, normalization and a threshold.
  private func model(
    files: [ZipFile.Entry], names: [String] = ["labels.txt", "labels_de.txt"], identifier: String = "M001",
    limits: BundleLimits = BundleLimits()
  ) throws -> Model {
    let labels =
      [
        [0: .string("calibration.txt"), 2: .byte(4)], [0: .string(names[0]), 2: .byte(2)],
        [0: .string(names[1]), 2: .byte(2), 3: .string("de")],
      ] as [SmallModel.Table]
    let output: SmallModel.Table = [
      0: .string("scores"), 4: .tables([[0: .byte(3), 1: .table([0: .float(0.5)])]]), 6: .tables(labels),
    ]
    let input: SmallModel.Table = [
      0: .string("image"), 1: .string("a picture"), 3: .table([0: .byte(2), 1: .table([0: .byte(1)])]),
      4: .tables([[0: .byte(1), 1: .table([0: .floats([0]), 1: .floats([255])])]]),
    ]
    let root: SmallModel.Table = [
      0: .string("name"), 1: .string("what"), 2: .string("v1"), 4: .string("who"), 5: .string("Apache-2.0"),
      3: .tables([[2: .tables([input]), 3: .tables([output])]]),
    ]
    let small = SmallModel.edited { model in
      model.buffers.append([0: .bytes(FlatWriter.buffer(root: root, identifier: identifier))])
      model.metadata = [[0: .string("other"), 1: .int(1)], [0: .string("TFLITE_METADATA"), 1: .int(2)]]
    }
    guard !files.isEmpty else { return try Model(small.bytes) }
    var zip = ZipFile(files)
    zip.prefix = small.array
    return try Model(Bytes(zip.bytes), limits: limits)
  }

  private func text(_ name: String, _ text: String) -> ZipFile.Entry { ZipFile.Entry(name, Array(text.utf8)) }

  // MARK: Reading

  @Test func `what the maker says is read`() throws {
    let metadata = try #require(try model(files: []).metadata())
    #expect(metadata.name == "name")
    #expect(metadata.description == "what")
    #expect(metadata.version == "v1")
    #expect(metadata.author == "who")
    #expect(metadata.license == "Apache-2.0")
    let input = try #require(metadata.inputs.first)
    #expect(input.name == "image")
    #expect(input.description == "a picture")
    #expect(input.colorSpace == 1)
    #expect(input.normalization?.mean == [0])
    #expect(input.normalization?.standardDeviation == [255])
    let output = try #require(metadata.outputs.first)
    #expect(output.scoreThreshold == 0.5)
    #expect(output.normalization == nil)
    #expect(output.colorSpace == nil)
    #expect(output.associatedFiles.map(\.name) == ["calibration.txt", "labels.txt", "labels_de.txt"])
    #expect(output.associatedFiles.map(\.locale) == [nil, nil, "de"])
  }

  @Test func `labels are chosen by language`() throws {
    let model = try model(files: [text("labels.txt", "None\nFist\n"), text("labels_de.txt", "Nichts\r\nFaust\r\n")])
    #expect(try model.labels(ofOutput: 0, locale: nil) == ["None", "Fist"])
    #expect(try model.labels(ofOutput: 0, locale: "de") == ["Nichts", "Faust"])
    #expect(try model.labels(ofOutput: 0, locale: "fr") == nil)
    #expect(try model.labels(ofOutput: 1, locale: nil) == nil)
    #expect(try model.labels(ofOutput: -1, locale: nil) == nil)
    #expect(try model.associatedFile(named: "labels.txt")?.count == 10)
    #expect(try model.associatedFile(named: "none.txt") == nil)
  }

  @Test(arguments: [
    ("a", ["a"]), ("a\n", ["a"]), ("a\n\n", ["a", ""]), ("a\n\nb", ["a", "", "b"]), ("\r\na\r", ["", "a"]),
    ("é\nß", ["é", "ß"]),
  ])
  func `a file of labels is one line a label`(content: String, labels: [String]) throws {
    #expect(try model(files: [text("labels.txt", content)]).labels(ofOutput: 0, locale: nil) == labels)
  }

  @Test func `a model that says nothing has no metadata, files or labels`() throws {
    let model = try Model(SmallModel().bytes)
    #expect(try model.metadata() == nil)
    #expect(try model.associatedFile(named: "labels.txt") == nil)
    #expect(try model.labels(ofOutput: 0, locale: nil) == nil)
  }

  // MARK: Rejection

  @Test func `labels that are named but not there are an error`() throws {
    #expect(throws: FormatError.metadata(.missingFile(name: "labels.txt"))) {
      try model(files: []).labels(ofOutput: 0, locale: nil)
    }
    #expect(throws: FormatError.metadata(.missingFile(name: "labels_de.txt"))) {
      try model(files: [text("labels.txt", "a")]).labels(ofOutput: 0, locale: "de")
    }
  }

  @Test func `outputs whose labels are not there do not hide the labels of others`() throws {
    let outputs: [SmallModel.Table] = ["a.txt", "b.txt", "a.txt"].map {
      [0: .string("scores"), 6: .tables([[0: .string($0), 2: .byte(2)]])]
    }
    let small = SmallModel.edited { model in
      let root: SmallModel.Table = [3: .tables([[3: .tables(outputs)]])]
      model.buffers.append([0: .bytes(FlatWriter.buffer(root: root, identifier: "M001"))])
      model.metadata = [[0: .string("TFLITE_METADATA"), 1: .int(2)]]
    }
    var zip = ZipFile([text("b.txt", "one\ntwo")])
    zip.prefix = small.array
    let model = try Model(Bytes(zip.bytes))
    var missing: [String] = []
    let labels = try model.labels(of: #require(try model.metadata()).outputs, locale: nil, missing: &missing)
    #expect(labels == [nil, ["one", "two"], nil])
    #expect(missing == ["a.txt"])
  }

  #if !DEBUG
    @Test func `labels of many files take memory together`() throws {
      let names = (0..<13).map { "\($0).txt" }
      let small = SmallModel.edited { model in
        let outputs: [SmallModel.Table] = names.map { [6: .tables([[0: .string($0), 2: .byte(2)]])] }
        let root: SmallModel.Table = [3: .tables([[3: .tables(outputs)]])]
        model.buffers.append([0: .bytes(FlatWriter.buffer(root: root, identifier: "M001"))])
        model.metadata = [[0: .string("TFLITE_METADATA"), 1: .int(2)]]
      }
      // A million empty labels of 16 bytes each, a byte in the file.
      let lines = [UInt8](repeating: 10, count: 1_000_000)
      var zip = ZipFile(names.map { ZipFile.Entry($0, lines) })
      zip.prefix = small.array
      let model = try Model(Bytes(zip.bytes))
      let outputs = try #require(try model.metadata()).outputs
      var missing: [String] = []
      #expect(throws: FormatError.flatBuffer(.tooMuchMemory(limit: 192 << 20))) {
        try model.labels(of: outputs, locale: nil, missing: &missing)
      }
    }
  #endif

  @Test func `labels of many outputs are read once`() throws {
    let output: SmallModel.Table = [0: .string("scores"), 6: .tables([[0: .string("labels.txt"), 2: .byte(2)]])]
    let root: SmallModel.Table = [3: .tables([[3: .repeated(output, count: 5000)]])]
    let small = SmallModel.edited { model in
      model.buffers.append([0: .bytes(FlatWriter.buffer(root: root, identifier: "M001"))])
      model.metadata = [[0: .string("TFLITE_METADATA"), 1: .int(2)]]
    }
    var zip = ZipFile([text("labels.txt", String(repeating: "label\n", count: 100_000))])
    zip.prefix = small.array
    let model = try Model(Bytes(zip.bytes))
    let outputs = try #require(try model.metadata()?.outputs)
    // Read for each output, they would take minutes, and 8 GB.
    var missing: [String] = []
    let labels = try model.labels(of: outputs, locale: nil, missing: &missing)
    #expect(missing.isEmpty)
    #expect(labels.count == 5000)
    #expect(labels.allSatisfy { $0?.count == 100_000 })
  }

  @Test func `heaps of combining marks in names take no time`() throws {
    // Below and above in turns: to put them in order takes the square of their number.
    let marks = "a" + String(repeating: "\u{0301}\u{0323}", count: 200_000)
    #expect(marks.hasSameBytes(as: marks + "") && !marks.hasSameBytes(as: "a") && !marks.hasByteSuffix("a"))
    #expect(NameKey(marks) != NameKey(marks + "b"))
    let small = SmallModel.edited { model in
      model.metadata = [[0: .string(marks), 1: .int(0)]]
    }
    #expect(try Model(small.bytes).metadata() == nil)
  }

  @Test func `labels have a limit`() throws {
    let lines = String(repeating: "\n", count: 1_000_001)
    #expect(throws: FormatError.metadata(.tooManyLabels(file: "labels.txt", limit: 1_000_000))) {
      try model(files: [text("labels.txt", lines)]).labels(ofOutput: 0, locale: nil)
    }
    let long = ZipFile.Entry("labels.txt", [UInt8](repeating: 0x61, count: 16 << 20 + 1))
    #expect(
      throws: FormatError.metadata(
        .labelsTooLarge(file: "labels.txt", byteCount: 16 << 20 + 1, limit: 16 << 20))
    ) {
      try model(files: [long]).labels(ofOutput: 0, locale: nil)
    }
  }

  @Test func `labels that are empty or no text are an error`() throws {
    #expect(throws: FormatError.metadata(.emptyLabels(file: "labels.txt"))) {
      try model(files: [text("labels.txt", "")]).labels(ofOutput: 0, locale: nil)
    }
    #expect(throws: FormatError.metadata(.labelsNotText(file: "labels.txt"))) {
      try model(files: [ZipFile.Entry("labels.txt", [0xFF, 0xFE])]).labels(ofOutput: 0, locale: nil)
    }
  }

  @Test func `a damaged appended archive is an error`() throws {
    var entry = text("labels.txt", "a")
    entry.checksum = 0
    entry.localChecksum = 0
    #expect(throws: FormatError.archive(.checksum(name: "labels.txt", found: crc32([0x61]), expected: 0))) {
      try model(files: [entry]).labels(ofOutput: 0, locale: nil)
    }
  }

  @Test func `damaged metadata is an error of its own, the model is read`() throws {
    let model = try model(files: [], identifier: "M002")
    let fault = FlatBufferFault.identifier(found: Array("M002".utf8), expected: "M001")
    #expect(throws: FormatError.metadata(.flatBuffer(reason: fault.description))) { try model.metadata() }
  }

  // MARK: Golden

  @Test func `the detector's metadata is read`() throws {
    let model = try Files.model("hand_landmarker.task", "hand_detector.tflite")
    let input = try #require(try model.metadata()?.inputs.first)
    #expect(input.normalization?.mean == [0])
    #expect(input.normalization?.standardDeviation == [255])
    #expect(input.colorSpace == 1)
  }

  @Test func `the landmark network's metadata is read`() throws {
    let model = try Files.model("hand_landmarker.task", "hand_landmarks_detector.tflite")
    let metadata = try #require(try model.metadata())
    #expect(metadata.inputs.first?.normalization?.mean == [0, 0, 0])
    #expect(metadata.inputs.first?.normalization?.standardDeviation == [255, 255, 255])
    #expect(metadata.outputs.count == 4)
  }

  @Test func `the canned classifier has the eight labels`() throws {
    let model = try Files.model("hand_gesture_recognizer.task", "canned_gesture_classifier.tflite")
    #expect(
      try model.labels(ofOutput: 0, locale: nil)
        == ["None", "Closed_Fist", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory", "ILoveYou"])
    #expect(try model.metadata()?.outputs.first?.scoreThreshold == nil)
  }

  @Test func `the embedder has no metadata`() throws {
    #expect(try Files.model("hand_gesture_recognizer.task", "gesture_embedder.tflite").metadata() == nil)
  }

  @Test(.enabled(if: PackageFolders.hasShared, "../shared is absent"))
  func `a custom classifier has labels and a threshold`() throws {
    let shared = try #require(PackageFolders.shared)
    let bundle = try Archive(Bytes(contentsOfFile: shared.appendingPathComponent("models/custom_gestures.task").path))
    let gestures = try Archive(bundle.entry(named: "hand_gesture_recognizer.task"))
    let model = try Model(gestures.entry(named: "custom_gesture_classifier.tflite"))
    #expect(try model.metadata()?.outputs.first?.scoreThreshold == 0.5)
    #expect(try model.labels(ofOutput: 0, locale: nil)?.count == 9)
    #expect(model.signatures.map(\.key) == ["serving_default"])
  }

  @Test func `appended files are limited as the entries of a bundle are`() throws {
    let files = [text("labels.txt", "one"), text("labels_de.txt", "eins")]
    let model = try model(files: files, limits: BundleLimits(entryCount: 1))
    #expect(throws: FormatError.archive(.tooManyEntries(count: 2, limit: 1))) {
      try model.labels(ofOutput: 0, locale: nil)
    }
  }
}
