import Foundation
import HandTracking
import MachineCode
import Mudra
import PixelImaging
import TFLiteFormat
import TensorRuntime

/// The networks to measure, with the inputs that they have when the benchmark's picture of a hand is recognized.
extension BenchmarkNetwork {
  /// The bundled networks, the cost of a call, and the networks of a folder.
  static func all(_ settings: BenchmarkSettings) throws -> [BenchmarkNetwork] {
    try bundled(settings) + [call()] + (settings.modelFolder.map { try inFolder($0, settings) } ?? [])
  }

  /// The networks of the bundled gesture recognizer.
  static func bundled(_ settings: BenchmarkSettings) throws -> [BenchmarkNetwork] {
    typealias Files = ModelConstants.Files
    let picture = try settings.picture()
    let bundle = try TaskBundle(
      path: BundledModels.gestureRecognizerPath ?? "gesture_recognizer.task", limits: BundleLimits())
    let handBundle = try bundle.bundle(named: Files.handLandmarkerBundle)
    let gestureBundle = try bundle.bundle(named: Files.gestureBundle)
    let hand = try hand(in: picture.image, handBundle)

    let palm = Stage(
      model: try handBundle.model(named: Files.palmDetector),
      values: [try tensor(of: .full, of: picture.image, side: 192, isWhole: true)])
    let landmarks = Stage(
      model: try handBundle.model(named: Files.handLandmarks),
      values: [try tensor(of: hand.region, of: picture.image, side: 224, isWhole: false)])
    let embedder = Stage(
      model: try gestureBundle.model(named: Files.gestureEmbedder), values: features(of: hand, in: picture.image))
    let classifierModel = try gestureBundle.model(named: Files.cannedClassifier)
    let classifier = Stage(model: classifierModel, values: [try embedding(embedder)])
    // Units of 512 bits have twice the width, and the peers use less of it.
    let isWide = MachineCodeSupport.floatProducts.isFullRate
    return [
      BenchmarkNetwork(
        "palm detector", [palm],
        Promises(
          ratio: isWide ? 1.65 : 1.45, share: 0.85, scaling: 1.75,
          fastRatios: ["LiteRT": 2.2, "OpenVINO bf16": 1.4, "OpenVINO int8": 1.3, "LiteRT int8": 1.3])),
      BenchmarkNetwork(
        "hand landmarks", [landmarks],
        Promises(
          ratio: isWide ? 1.5 : 1.3, share: 0.85, scaling: 1.75,
          fastRatios: ["LiteRT": 2.1, "OpenVINO bf16": isWide ? 1.25 : 1.2, "OpenVINO int8": 1, "LiteRT int8": 1])),
      BenchmarkNetwork("gesture embedder", [embedder]),
      BenchmarkNetwork("gesture classifier", [classifier]),
      BenchmarkNetwork("gesture embedder + classifier", [embedder, classifier], Promises(ratio: 1.2)),
    ]
  }

  /// One addition of three numbers, which measures the cost of a call. The peers are called from Python; for networks
  /// that take microseconds, this cost matters.
  private static func call() throws -> BenchmarkNetwork {
    let file = BenchmarkPicture.packageFolder.appendingPathComponent("Tests/TensorRuntimeTests/Fixtures/add.zip")
    let archive = try Archive(Bytes(contentsOfFile: file.path), limits: BundleLimits(entryCount: 1000))
    let model = try Model(archive.entry(named: "tiny.tflite"))
    return BenchmarkNetwork("one addition, the cost of a call", [Stage(model: model, values: [noise(3), noise(3)])])
  }

  /// The names of the models of a folder, in order.
  static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".tflite") }.sorted()
  }

  /// The models of a folder. Square pictures among their inputs are the benchmark's picture, other inputs noise.
  private static func inFolder(_ folder: String, _ settings: BenchmarkSettings) throws -> [BenchmarkNetwork] {
    let picture = try settings.picture()
    return try files(in: folder).map { file in
      let model = try Model(Bytes(contentsOfFile: "\(folder)/\(file)"))
      let values = try Plan(model).inputs.map { input -> [Float] in
        if input.shape.count == 4, input.shape[1] == input.shape[2], input.shape[3] == 3 {
          return try tensor(of: .full, of: picture.image, side: input.shape[1], isWhole: true)
        }
        return noise(input.shape.reduce(1, *))
      }
      // The other published hand networks have the bundled ones' promises.
      let ratio = file.contains("palm") ? 1.45 : file.contains("hand_landmark") ? 1.3 : nil
      return BenchmarkNetwork(
        file, [Stage(model: model, values: values)], Promises(ratio: ratio, scaling: ratio.map { _ in 1.75 }),
        isOfFolder: true)
    }
  }

  // MARK: Inputs

  private struct NoHand: Error, CustomStringConvertible {
    let description = "the benchmark's picture must show a hand that is found"
  }

  private static func hand(in image: PixelImage, _ bundle: TaskBundle) throws -> FoundHand {
    let hands = try HandPipeline(
      HandModel(bundle, namesGestures: false, options: PlanOptions()),
      settings: HandSettings(HandLandmarkerOptions()), threads: ThreadPool(threadCount: 1))
    try hands.process(TaskFrame(image), isNext: false)
    guard let hand = hands.hands.first else { throw NoHand() }
    return hand
  }

  /// A region of a picture as a hand network sees it: values from 0 to 1.
  private static func tensor(of region: ImageRegion, of image: PixelImage, side: Int, isWhole: Bool) throws -> [Float] {
    let warp = try RegionWarp(
      region: region, imageWidth: image.width, imageHeight: image.height, outputWidth: side, outputHeight: side,
      keepAspect: isWhole, border: isWhole ? .black : .replicate)
    var values = [Float](repeating: 0, count: side * side * 3)
    values.withUnsafeMutableBufferPointer { warp.fill($0, from: image, scale: 1 / 255, offset: 0) }
    return values
  }

  private static func features(of hand: FoundHand, in image: PixelImage) -> [[Float]] {
    let count = hand.landmarks.count * 3
    var (landmarks, world) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
    landmarks.withUnsafeMutableBufferPointer {
      GestureFeatures.fill(
        $0, from: hand.landmarks, rotation: 0, imageWidth: image.width, imageHeight: image.height)
    }
    world.withUnsafeMutableBufferPointer { GestureFeatures.fill($0, from: hand.worldLandmarks, rotation: 0) }
    return [landmarks, [hand.handedness.rightProbability], world]
  }

  /// The output of the embedder for its inputs.
  private static func embedding(_ embedder: Stage) throws -> [Float] {
    let session = try embedder.session(Plan(embedder.model))
    try session.run()
    return session.withOutput(0) { Array($0.assumingMemoryBound(to: Float.self)) }
  }

  /// Values spread over 0…1: zeros and denormals would distort the times.
  static func noise(_ count: Int) -> [Float] {
    (0..<count).map { Float((UInt32(truncatingIfNeeded: $0 + 1) &* 2_654_435_761) >> 8) / Float(1 << 24) }
  }
}
