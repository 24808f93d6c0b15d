import Foundation
import HandTracking
import PixelImaging
import TFLiteFormat
import TensorRuntime
import TestSupport
import Testing

@Suite struct HandModelTests {
  private func bytes(of path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func recognizer(_ set: (BaseOptions) -> Void) throws -> GestureRecognizer {
    let options = GestureRecognizerOptions()
    set(options.baseOptions)
    return try GestureRecognizer(options: options)
  }

  // MARK: Sharing

  @Test func `tasks of one model hold its weights once and give the results of tasks of their own`() throws {
    let image = try RenderedHands.image("Victory_left")
    let alone = try recognizer { $0.modelAssetPath = BundleFiles.gestureRecognizer }
    let model = try HandModel(path: BundleFiles.gestureRecognizer)
    let tasks = try (0..<2).map { _ in try GestureRecognizer(model: model) }
    let landmarker = try HandLandmarker(model: model)

    let expected = try alone.recognize(image: image)
    #expect(expected.gestures.count == 1)
    for task in tasks {
      #expect(try task.recognize(image: image) == expected)
      #expect(task.memoryFootprint.weightByteCount == 0)
      #expect(task.memoryFootprint.codeByteCount == 0)
      #expect(task.memoryFootprint.arenaByteCount > 0)
    }
    #expect(try landmarker.detect(image: image).landmarks == expected.landmarks)
    #expect(landmarker.memoryFootprint.arenaByteCount < tasks[0].memoryFootprint.arenaByteCount)

    #expect(model.memoryFootprint.arenaByteCount == 0)
    #expect(alone.memoryFootprint.weightByteCount == model.memoryFootprint.weightByteCount)
    #expect(alone.memoryFootprint.codeByteCount == model.memoryFootprint.codeByteCount)
  }

  /// Emitted products of x86-64 keep the halves of large filters; others take floats.
  @Test func `weights take about the bundle's bytes where halves are kept, and twice as many as floats`() throws {
    let fileSize = try bytes(of: BundleFiles.gestureRecognizer).count
    let weights = try HandModel(path: BundleFiles.gestureRecognizer).memoryFootprint.weightByteCount
    #if arch(x86_64)
      let keepsHalves = KernelProvider.available.contains(.machineCode)
    #else
      let keepsHalves = false
    #endif
    // Packing rounds channels up; part of the file is labels, anchors and structure.
    #expect(weights > (keepsHalves ? fileSize : fileSize * 3 / 2))
    #expect(weights < (keepsHalves ? fileSize * 3 / 2 : fileSize * 3))
  }

  @Test func `32 tasks at once give the bytes of one`() async throws {
    let model = try HandModel(path: BundleFiles.gestureRecognizer)
    let images = try ["Thumb_Up_left", "two_0", "Victory_right"].map(RenderedHands.image)
    let options = GestureRecognizerOptions()
    options.numHands = 2
    let alone = try GestureRecognizer(model: model, options: options)
    let expected = try images.map { try alone.recognize(image: $0) }
    let tasks = try (0..<32).map { _ in try GestureRecognizer(model: model, options: options) }
    try await withThrowingTaskGroup(of: [GestureRecognizerResult].self) { group in
      for task in tasks {
        group.addTask {
          var results: [GestureRecognizerResult] = []
          for image in images { results.append(try await task.recognize(image)) }
          return results
        }
      }
      for try await results in group { #expect(results == expected) }
    }
  }

  @Test func `a model is read from any collection of bytes`() throws {
    let data = try bytes(of: BundleFiles.gestureRecognizer)
    #expect(try HandModel(data: Array(data)).namesGestures)
    // These do not lie in memory one after another.
    let scattered = data.reversed().reversed() as ReversedCollection<ReversedCollection<Data>>
    #expect(try HandModel(data: scattered).namesGestures)
  }

  // MARK: Limits

  @Test(arguments: [
    (BundleLimits(fileByteCount: 1000), "bytes, the limit is 1000"),
    (BundleLimits(entryCount: 1), "2 entries, at most 1 are accepted"),
    (BundleLimits(nestingDepth: 1), "bundles are nested more than 1 deep"),
  ])
  func `limits of bundles are options, from a file and from memory`(limits: BundleLimits, message: String) throws {
    let path = BundleFiles.gestureRecognizer
    let data = try bytes(of: path)
    let attempts: [() throws -> Void] = [
      { _ = try HandModel(path: path, bundleLimits: limits) },
      { _ = try HandModel(data: data, bundleLimits: limits) },
      {
        _ = try recognizer {
          $0.modelAssetPath = path
          $0.bundleLimits = limits
        }
      },
      {
        _ = try recognizer {
          $0.modelAssetBuffer = data
          $0.bundleLimits = limits
        }
      },
    ]
    for attempt in attempts {
      let error = #expect(throws: TaskError.self) { try attempt() }
      #expect(error?.description.hasSuffix(message) == true)
    }
    let enough = BundleLimits(entryCount: 2, nestingDepth: 2)
    #expect(throws: Never.self) { try HandModel(path: path, bundleLimits: enough) }
  }

  @Test func `options whose time has started have one for all networks`() throws {
    let model = try TaskBundle(path: BundleFiles.gestureRecognizer, limits: BundleLimits())
    let over = PlanOptions(limits: ModelLimits(time: .zero)).started()
    var later = over
    later.limits.time = .seconds(60)
    // What is prepared next does not get another minute.
    let error = #expect(throws: TaskError.self) { try HandModel(model, namesGestures: true, options: later) }
    let message = "the model takes longer than the limit of 0.0 seconds of processor time"
    #expect(error?.description.hasSuffix(message) == true)
  }

  // MARK: Where it comes from

  @Test func `a model in memory is as good as one in a file`() throws {
    let image = try RenderedHands.image("Open_Palm_right")
    let expected = try recognizer { $0.modelAssetPath = BundleFiles.gestureRecognizer }.recognize(image: image)
    var data = try bytes(of: BundleFiles.gestureRecognizer)
    let task = try recognizer { $0.modelAssetBuffer = data }
    let model = try HandModel(data: data)
    // Nothing refers to the bytes anymore.
    data.resetBytes(in: 0..<data.count)
    #expect(try task.recognize(image: image) == expected)
    #expect(try GestureRecognizer(model: model).recognize(image: image) == expected)

    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetBuffer = try bytes(of: BundleFiles.handLandmarker)
    #expect(try HandLandmarker(options: options).detect(image: image).landmarks == expected.landmarks)
  }

  @Test func `a model is given by its path or by its bytes`() throws {
    let data = try bytes(of: BundleFiles.gestureRecognizer)
    let error = #expect(throws: TaskError.severalModels) {
      try recognizer {
        $0.modelAssetPath = BundleFiles.gestureRecognizer
        $0.modelAssetBuffer = data
      }
    }
    #expect(error?.code == .invalidArgumentError)
  }

  @Test(arguments: [0, 1, 100, 100_000])
  func `bytes that are not a whole bundle are refused`(count: Int) throws {
    let data = try bytes(of: BundleFiles.handLandmarker).prefix(count)
    let error = #expect(throws: TaskError.self) { try HandModel(data: data) }
    guard case .unreadableBundle("model in memory", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a hand landmarker's bundle names no gestures`() throws {
    let model = try HandModel(path: BundleFiles.handLandmarker)
    #expect(!model.namesGestures)
    let error = #expect(throws: TaskError.modelWithoutGestures) { try GestureRecognizer(model: model) }
    #expect(error?.code == .invalidArgumentError)
    #expect(try HandModel(path: BundleFiles.gestureRecognizer).namesGestures)
  }

  @Test func `lists of a task that shares a model concern that task alone`() throws {
    let image = try RenderedHands.image("Victory_left")
    let model = try HandModel(path: BundleFiles.gestureRecognizer)
    let options = GestureRecognizerOptions()
    let classifier = ClassifierOptions()
    classifier.categoryDenylist = ["Victory"]
    options.cannedGesturesClassifierOptions = classifier
    let choosy = try GestureRecognizer(model: model, options: options)
    let open = try GestureRecognizer(model: model)
    #expect(try open.recognize(image: image).gestures[0][0].categoryName == "Victory")
    #expect(try choosy.recognize(image: image).gestures[0][0].categoryName != "Victory")
  }
}
