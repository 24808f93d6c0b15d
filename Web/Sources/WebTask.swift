import HandCore
import PixelImaging
import TensorRuntime
import VisionCore

/// A task of a page: a hand landmarker or a gesture recognizer with the buffers that the page reads and writes. An
/// instance of the module has at most one, and one thread.
final class WebTask {
  /// What the page may set, as floats in this order.
  enum Option: Int {
    case handCount, minDetection, minPresence, minTracking, isVideo, isFast, cannedThreshold, customThreshold, isForTeaching
    static let count = 9
  }

  private enum Pipeline {
    case landmarker(LandmarkerPipeline)
    case recognizer(RecognizerPipeline)
  }

  private let pipeline: Pipeline
  private let isVideo: Bool
  private var pixels: [UInt8] = []
  private var imageTimestamp = 0, frameTimestamp: Int?
  /// The hands of the last picture.
  private(set) var hands: [DetectedHand] = []
  /// Their numbers, as many for each.
  private(set) var numbers: [Float] = []

  /// Side (0 right, 1 left), its score, presence, score of the gesture, whose it is (0 canned, 1 custom, -1 none); then
  /// 21 landmarks and 21 world landmarks of three coordinates; then the embedding, for teaching.
  var floatsPerHand: Int { 5 + 2 * 21 * 3 + (hands.first?.embedding?.count ?? 0) }
  /// Pixels of the largest picture.
  static let mostPixels = 1 << 25

  /// Reads and prepares a model.
  ///
  /// - Throws: `TaskError` for options and models that cannot be used.
  init(
    model: [UInt8], namesGestures: Bool, options: UnsafeBufferPointer<Float>, canned: ClassifierSettings,
    custom: ClassifierSettings
  ) throws(TaskError) {
    func value(_ option: Option) -> Float { options[option.rawValue] }
    isVideo = value(.isVideo) > 0
    var task = TaskSettings()
    task.runningMode = isVideo ? .video : .image
    var settings = HandSettings(task)
    guard let count = Int(exactly: value(.handCount)) else { throw .invalidHandCount(0) }
    settings.handCount = count
    (settings.minDetection, settings.minPresence) = (value(.minDetection), value(.minPresence))
    settings.minTracking = value(.minTracking)
    if value(.isForTeaching) > 0 {
      settings.details = .embeddings
      // As for the examples of `mudra train`.
      if !isVideo { settings.looksAgain = [.bordered] }
    }
    try settings.check()
    let prepared = try HandModel(
      data: model, kernelProvider: .simd, precision: value(.isFast) > 0 ? .fast : .exact)
    let threads = ThreadPool(threadCount: 1)
    guard namesGestures else {
      pipeline = .landmarker(try LandmarkerPipeline(prepared, settings: settings, threads: threads))
      return
    }
    guard let gestures = prepared.gestures else { throw .modelWithoutGestures }
    pipeline = .recognizer(
      try RecognizerPipeline(
        prepared, gestures, canned: canned, custom: custom, settings: settings, threads: threads))
  }

  /// Where the page writes the pixels of a picture, RGBA without gaps; nil for one that is empty or too large.
  func place(width: Int, height: Int) -> UnsafeMutablePointer<UInt8>? {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, count <= Self.mostPixels else { return nil }
    if pixels.count != 4 * count { pixels = [UInt8](repeating: 0, count: 4 * count) }
    // The array is not changed or copied until the page has written.
    return pixels.withUnsafeMutableBufferPointer { $0.baseAddress }
  }

  /// Finds the hands of the picture in ``place(width:height:)``.
  ///
  /// - Throws: `TaskError`; the hands are those of the last picture then.
  func process(width: Int, height: Int, rotation: Int, timestamp: Int) throws(TaskError) {
    let image: PixelImage
    do {
      image = try PixelImage(width: width, height: height, format: .rgba, pixels: pixels)
    } catch {
      throw .image(error)
    }
    guard let orientation = ImageOrientation(rotationDegrees: rotation) else {
      throw .invalidSetting(name: "rotationDegrees", value: Double(rotation), expected: "a multiple of 90")
    }
    let frame = try TaskFrame(.image(image), orientation: orientation, properties: InputProperties())
    var time = imageTimestamp
    if isVideo {
      if let previous = frameTimestamp, timestamp <= previous {
        throw .timestampNotIncreasing(timestamp: timestamp, previous: previous)
      }
      (frameTimestamp, time) = (timestamp, timestamp)
    } else {
      imageTimestamp += 1000
    }
    switch pipeline {
    case .landmarker(let pipeline):
      var result = HandLandmarkerResult(timestampInMilliseconds: time)
      try pipeline.process(frame, isNext: isVideo, timestamp: time, into: &result)
      hands = result.hands
    case .recognizer(let pipeline):
      var result = GestureRecognizerResult(timestampInMilliseconds: time)
      try pipeline.process(frame, isNext: isVideo, timestamp: time, into: &result)
      hands = result.hands
    }
    numbers.removeAll(keepingCapacity: true)
    for hand in hands { append(hand) }
  }

  private func append(_ hand: DetectedHand) {
    let classifier: Float = hand.gesture.map { $0.classifier == .canned ? 0 : 1 } ?? -1
    numbers += [hand.side == .right ? 0 : 1, hand.sideScore, hand.presence, hand.gesture?.score ?? 0, classifier]
    for point in hand.landmarks { numbers += [point.x, point.y, point.z] }
    for point in hand.worldLandmarks { numbers += [point.x, point.y, point.z] }
    numbers += hand.embedding ?? []
  }
}
