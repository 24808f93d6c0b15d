import Foundation
import HandTracking
import TFLiteFormat
import TensorRuntime
import Testing

@Suite struct TaskBundleTests {
  private let detector = "hand_detector.tflite"
  private let landmarks = "hand_landmarks_detector.tflite"
  private let embedder = "gesture_embedder.tflite"
  private let canned = "canned_gesture_classifier.tflite"
  private let custom = "custom_gesture_classifier.tflite"

  private func handError(replacing replaced: [String: [UInt8]?]) throws -> TaskError? {
    try BundleFiles.withFile(try BundleFiles.handBundle(replacing: replaced)) { path in
      #expect(throws: TaskError.self) { try HandLandmarker(modelPath: path) }
    }
  }

  private func gestureError(
    replacing replaced: [String: [UInt8]?], _ set: (GestureRecognizerOptions) -> Void = { _ in }
  ) throws -> TaskError? {
    try BundleFiles.withFile(try BundleFiles.gestureBundle(replacing: replaced)) { path in
      let options = GestureRecognizerOptions()
      options.baseOptions.modelAssetPath = path
      set(options)
      return #expect(throws: TaskError.self) { try GestureRecognizer(options: options) }
    }
  }

  // MARK: Files

  @Test func `a missing file is not found`() throws {
    let error = try #require(#expect(throws: TaskError.self) { try HandLandmarker(modelPath: "/nowhere/hand.task") })
    #expect(error.code == .notFoundError)
    #expect(error.description.contains("/nowhere/hand.task"))
    #expect(error.description.ranges(of: "/nowhere/hand.task").count == 1)
  }

  @Test(arguments: [0, 1, 100, 100_000, 7_819_040])
  func `a bundle cut short is refused`(count: Int) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: BundleFiles.handLandmarker)).prefix(count)
    try BundleFiles.withFile(Array(bytes)) { path in
      let error = #expect(throws: TaskError.self) { try HandLandmarker(modelPath: path) }
      #expect(error?.description.contains(path) == true)
    }
  }

  @Test func `the other task's bundle lacks an entry`() throws {
    let first = #expect(throws: TaskError.self) { try HandLandmarker(modelPath: BundleFiles.gestureRecognizer) }
    #expect(first?.code == .notFoundError)
    #expect(first?.description.contains("hand_detector.tflite") == true)
    let second = #expect(throws: TaskError.self) { try GestureRecognizer(modelPath: BundleFiles.handLandmarker) }
    #expect(second?.code == .notFoundError)
    #expect(second?.description.contains("hand_landmarker.task") == true)
  }

  @Test func `a bundle without a network is refused by its name`() throws {
    for name in [detector, landmarks] {
      let error = try handError(replacing: [name: nil])
      guard case .unreadableBundle(_, .missingEntry(name, _)) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.code == .notFoundError)
    }
    for name in [embedder, canned] {
      guard case .unreadableBundle(_, .missingEntry(name, _)) = try gestureError(replacing: [name: nil]) else {
        Issue.record("\(name) is not missed")
        continue
      }
    }
  }

  @Test func `bytes that are no network are refused by the entry's name`() throws {
    let error = try handError(replacing: [detector: Array("no network".utf8)])
    guard case .unreadableModel(detector, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.description.hasPrefix(detector) == true)
  }

  // MARK: Networks that do not fit

  @Test func `an unknown operator is refused by name`() throws {
    let error = try handError(replacing: [detector: TinyModel.model(shape: [1, 8, 8, 3], operatorCode: 15)])
    guard case .unusableModel(detector, .unsupportedOperators(let names)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(names.count == 1)
    #expect(error?.description.contains(names[0]) == true)
  }

  @Test func `a wrong number of tensors is refused`() throws {
    #expect(
      try handError(replacing: [detector: try BundleFiles.handNetwork(landmarks)])
        == .unexpectedTensorCount(model: detector, kind: .output, expected: 2, found: 4))
    #expect(
      try gestureError(replacing: [embedder: try BundleFiles.gestureNetwork(canned)])
        == .unexpectedTensorCount(model: embedder, kind: .input, expected: 3, found: 1))
  }

  @Test func `a wrong shape is refused`() throws {
    let image = TinyModel.model(shape: [1, 8, 8, 3], outputs: 2)
    #expect(
      try handError(replacing: [detector: image])
        == .unexpectedTensor(
          model: detector, kind: .output, index: 0, expected: "float32 [1, 2016, 18]", found: "float32 [1, 8, 8, 3]"))
    let flat = TinyModel.model(shape: [1, 63], outputs: 4)
    #expect(
      try handError(replacing: [landmarks: flat])
        == .unexpectedTensor(
          model: landmarks, kind: .input, index: 0, expected: "float32 [1, n, n, 3]", found: "float32 [1, 63]"))
    let narrow = TinyModel.model(shape: [1, 8])
    #expect(
      try gestureError(replacing: [canned: narrow])
        == .unexpectedTensor(
          model: canned, kind: .input, index: 0, expected: "float32 [1, 128]", found: "float32 [1, 8]"))
  }

  /// The lite networks were published like this; MediaPipe's own graphs give 0…1 to all hand networks.
  @Test func `hand networks without metadata take pictures of 0…1`() throws {
    for name in [detector, landmarks] {
      let bare = try BundleFiles.handNetwork(name).replacing("TFLITE_METADATA", with: "NOTHING_OF_KIND")
      try BundleFiles.withFile(try BundleFiles.handBundle(replacing: [name: bare])) { path in
        #expect(throws: Never.self) { try HandLandmarker(modelPath: path) }
      }
    }
  }

  // MARK: Labels

  @Test func `a classifier needs as many labels as classes`() throws {
    let twoLabels = TinyModel.model(shape: [1, 128], labels: ["a", "b"])
    let error = try gestureError(replacing: [custom: twoLabels])
    #expect(error == .labelCountMismatch(model: custom, labels: 2, classes: 128))
    #expect(error?.code == .internalError)
  }

  @Test func `a list needs labels`() throws {
    let error = try gestureError(replacing: [custom: TinyModel.model(shape: [1, 128])]) { options in
      let classifier = ClassifierOptions()
      classifier.categoryDenylist = ["a"]
      options.customGesturesClassifierOptions = classifier
    }
    #expect(error == .listWithoutLabels(model: custom))
    #expect(error?.code == .invalidArgumentError)
  }

  @Test func `eight canned classes without labels have the canned names`() throws {
    let bare = try BundleFiles.gestureNetwork(canned).replacing("TFLITE_METADATA", with: "NOTHING_OF_KIND")
    try BundleFiles.withFile(try BundleFiles.gestureBundle(replacing: [canned: bare])) { path in
      let options = GestureRecognizerOptions()
      options.baseOptions.modelAssetPath = path
      let classifier = ClassifierOptions()
      classifier.categoryAllowlist = ["Thumb_Up"]
      options.cannedGesturesClassifierOptions = classifier
      _ = try GestureRecognizer(options: options)
    }
  }
}
