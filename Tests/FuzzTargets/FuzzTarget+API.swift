import Dispatch
import Foundation
import HandTracking
import PixelImaging
import TestSupport

extension FuzzTarget {
  /// What a program can pass to a task: options, pictures of any size, layout and orientation, times, regions.
  static let api = FuzzTarget(name: "api", byteLimit: 160, seeds: apiSeeds) { bytes in
    var decisions = InputDecisions(bytes)
    do throws(TaskError) {
      // Most inputs are for what is cheap.
      if decisions.next() % 8 == 0 {
        try runTask(&decisions)
      } else {
        try readPicture(&decisions)
      }
    } catch {
      _ = error.description
    }
  }

  private static func apiSeeds() -> [[UInt8]] {
    (0..<64).map { seed in [UInt8(seed % 16)] + SeededGenerator.bytes(127, seed: UInt64(seed + 1)) }
  }

  private static let handModel = Result { () throws(TaskError) in
    try HandModel(path: PackageFolders.root.appendingPathComponent("Models/gesture_recognizer.task").path)
  }

  // MARK: Tasks

  /// Creates a task with any options and passes it some frames.
  private static func runTask(_ decisions: inout InputDecisions) throws(TaskError) {
    let options = GestureRecognizerOptions()
    options.runningMode = decisions.pick([.image, .video, .video, .liveStream])
    options.numHands = decisions.pick([1, 2, 2, 3, 0, -1])
    options.minHandDetectionConfidence = threshold(&decisions)
    options.minHandPresenceConfidence = threshold(&decisions)
    options.minTrackingConfidence = threshold(&decisions)
    options.details = ResultDetails(rawValue: Int(decisions.next() & 7))
    options.inputProperties.isMirrored = decisions.pick([nil, true, false])
    options.tracking = tracking(&decisions)
    options.baseOptions.numThreads = decisions.pick([nil, 1, 2, 0, -1])
    let classes = ClassifierOptions()
    classes.maxResults = decisions.pick([-1, 0, 1, 3, .max, .min])
    classes.scoreThreshold = decisions.float()
    classes.categoryAllowlist = decisions.pick([nil, [], ["Thumb_Up"], ["None", "\u{0}"]])
    options.cannedGesturesClassifierOptions = decisions.pick([nil, classes])
    if options.runningMode == .liveStream { return try runLiveStream(options, &decisions) }
    let task = try GestureRecognizer(model: handModel.get(), options: options)
    var detector = try HandEventDetector()
    for _ in 0..<3 {
      let picture = try picture(&decisions)
      let time = decisions.pick([0, 1, 33, 34, 66, 1 << 40, .max, .min, -1])
      do throws(TaskError) {
        let result =
          try options.runningMode == .image
          ? task.recognize(image: picture) : task.recognize(videoFrame: picture, timestampInMilliseconds: time)
        precondition(result.landmarks.count <= options.numHands, "too many hands")
        _ = detector.update(result)
        _ = result.drawn(on: picture.image)
      } catch {
        _ = error.description
      }
    }
  }

  /// Passes a live stream some frames and closes it, at once or after all results have arrived.
  private static func runLiveStream(
    _ options: GestureRecognizerOptions, _ decisions: inout InputDecisions
  ) throws(TaskError) {
    let receiver = StreamReceiver()
    options.gestureRecognizerLiveStreamDelegate = receiver
    let task = try GestureRecognizer(model: handModel.get(), options: options)
    var frameCount = 0
    var time = decisions.pick([0, -1, .min, 1 << 40])
    for _ in 0..<3 {
      do throws(TaskError) {
        try task.recognizeAsync(image: try picture(&decisions), timestampInMilliseconds: time)
        frameCount += 1
      } catch {
        _ = error.description
      }
      time = time &+ decisions.pick([1, 33, 33, 0, -1, .max])
    }
    if decisions.flag() { receiver.wait(for: frameCount - task.droppedFrameCount) }
    task.close()
    precondition(receiver.answerCount + task.droppedFrameCount == frameCount, "a frame is neither answered nor dropped")
  }

  private static func tracking(_ decisions: inout InputDecisions) -> TrackingOptions {
    var tracking = TrackingOptions()
    tracking.assignsIdentities = decisions.flag()
    tracking.identityMemoryInMilliseconds = decisions.pick([500, 0, -1, .max, .min])
    tracking.handednessFrames = decisions.pick([1, 2, 0, 1000, .max])
    tracking.assumesOnePerson = decisions.flag()
    tracking.detectorInterval = decisions.pick([1, 2, 0, -1, .max])
    tracking.skipsLetterbox = decisions.flag()
    tracking.predictionInMilliseconds = decisions.pick([0, 33, 50, 51, -1, .max])
    tracking.predictsRegion = decisions.flag()
    tracking.frameBudget = decisions.pick([nil, .nanoseconds(1), .seconds(1), .zero, .nanoseconds(-1)])
    if decisions.flag() {
      var smoothing = SmoothingOptions(decisions.pick([.palmAndShape, .oneEuro]))
      smoothing.minCutoff = decisions.float()
      smoothing.beta = decisions.float()
      smoothing.derivativeCutoff = decisions.float()
      tracking.smoothing = smoothing
    }
    return tracking
  }

  private static func threshold(_ decisions: inout InputDecisions) -> Float {
    decisions.flag() ? decisions.pick([0, 0.01, 0.5, 1]) : decisions.float()
  }

  // MARK: Pictures

  private static let hand = Result { () throws(ImageError) in
    let fixtures = PackageFolders.fixtures(of: "HandTrackingTests")
    return try PixelImage(contentsOfFile: fixtures.appendingPathComponent("clip/frame004.png").path)
  }

  /// A picture of any kind, occasionally one with two hands; its pixels end where the readable memory ends.
  private static func picture(_ decisions: inout InputDecisions) throws(TaskError) -> MPImage {
    let orientation = decisions.pick(ImageOrientation.allCases)
    do throws(ImageError) {
      if decisions.next() % 4 == 0 {
        return MPImage(image: try hand.get(), orientation: orientation, search: search(&decisions))
      }
      guard decisions.flag() else { return MPImage(yuvImage: try yuvImage(&decisions), orientation: orientation) }
      return MPImage(image: try image(&decisions), orientation: orientation, search: search(&decisions))
    } catch {
      throw .image(error)
    }
  }

  private static func image(_ decisions: inout InputDecisions) throws(ImageError) -> PixelImage {
    let (width, height) = (extent(&decisions), extent(&decisions))
    let format = decisions.pick(PixelImage.Format.allCases)
    let (bytes, stride) = rows(format.channelCount, width, height, &decisions)
    return try PixelImage(
      width: width, height: height, format: format, rowByteStride: stride, unownedPixels: bytes.buffer, owner: bytes)
  }

  private static func yuvImage(_ decisions: inout InputDecisions) throws(ImageError) -> YUVImage {
    let (width, height) = (extent(&decisions), extent(&decisions))
    let format = decisions.pick(YUVImage.Format.allCases)
    let encoding = YUVImage.Encoding(
      matrix: decisions.pick(YUVImage.Encoding.Matrix.allCases), range: decisions.pick(YUVImage.Encoding.Range.allCases)
    )
    var planes: [YUVImage.Plane] = []
    for index in 0..<format.planeCount + decisions.pick([0, 0, 0, 0, 1, -1]) {
      let isNarrow = index > 0 && format != .i444
      let isLow = index > 0 && (format == .nv12 || format == .i420)
      let (rowCount, unit) = (isLow ? height / 2 + height % 2 : height, format.planeCount == 3 ? 1 : 2)
      let (bytes, stride) = rows(unit, isNarrow ? width / 2 + width % 2 : width, rowCount, &decisions)
      planes.append(YUVImage.Plane(unownedBytes: bytes.buffer, rowByteStride: stride, owner: bytes))
    }
    return try YUVImage(width: width, height: height, format: format, encoding: encoding, planes: planes)
  }

  private static func extent(_ decisions: inout InputDecisions) -> Int {
    decisions.pick([1, 2, 3, 7, 8, 9, 16, 17, 31, 64, 65, 200, 0, -1, 1 << 32, .max, .min])
  }

  /// Memory for rows of pixels, mostly as much as they need, and the row stride in bytes.
  private static func rows(
    _ unitByteCount: Int, _ count: Int, _ rowCount: Int, _ decisions: inout InputDecisions
  ) -> (GuardedPixels, Int?) {
    let isSmall = (0...1024).contains(count) && (0...1024).contains(rowCount)
    let rowByteCount = isSmall ? count * unitByteCount : 16
    let gap = decisions.pick([nil, nil, 0, 1, 13, -1])
    let stride = gap.map { rowByteCount + $0 }
    let needed = isSmall ? max((stride ?? rowByteCount) * (rowCount - 1) + rowByteCount, 0) : 64
    let byteCount = max(needed + decisions.pick([0, 0, 0, 0, 0, -1, 5]), 0)
    return (GuardedPixels(byteCount: byteCount, seed: decisions.next()), decisions.next() == 0 ? .max : stride)
  }

  private static func search(_ decisions: inout InputDecisions) -> ImageSearch {
    let regions = (0..<decisions.pick([0, 1, 1, 2])).map { _ in region(&decisions) }
    return decisions.pick([.everywhere, .palms(in: regions), .hands(in: regions)])
  }

  private static func region(_ decisions: inout InputDecisions) -> ImageRegion {
    guard decisions.flag() else { return .full }
    return ImageRegion(
      centerX: decisions.float(), centerY: decisions.float(), width: decisions.float(), height: decisions.float(),
      rotation: decisions.float())
  }

  // MARK: Pixels

  /// Crops a picture, in both forms, and draws on it.
  private static func readPicture(_ decisions: inout InputDecisions) throws(TaskError) {
    let picture = try picture(&decisions)
    let image = picture.image
    do throws(ImageError) {
      let warp = try RegionWarp(
        region: region(&decisions), imageWidth: image.width, imageHeight: image.height,
        outputWidth: decisions.pick([1, 5, 8, 33]), outputHeight: decisions.pick([1, 4, 9]),
        keepAspect: decisions.flag(), border: decisions.flag() ? .black : .replicate)
      let bytes = warp.bytes(of: image)
      for form in ImagingForm.available {
        var tensor = [Float](repeating: .nan, count: bytes.count)
        tensor.withUnsafeMutableBufferPointer { warp.fill($0, from: image, scale: 1, offset: 0, form: form) }
        precondition(tensor.elementsEqual(bytes.lazy.map { Float($0) }), "\(form) cuts out something else")
      }
    } catch {
      _ = error.description
    }
    draw(on: image, &decisions)
  }

  private static func draw(on image: PixelImage, _ decisions: inout InputDecisions) {
    var canvas = Canvas(image)
    let points = (0..<2).map { _ in PixelPoint(x: decisions.float(), y: decisions.float()) }
    let color = Color(red: 255, green: 0, blue: 9, alpha: 100)
    canvas.fillDisc(center: points[0], radius: decisions.float(), color: color)
    canvas.strokeLine(from: points[0], to: points[1], thickness: decisions.float(), color: color)
    let (x, y) = (decisions.pick([0, 5, -3, .max, .min]), decisions.pick([0, 2, .max, .min]))
    canvas.fillRectangle(x: x, y: y, width: extent(&decisions), height: extent(&decisions), color: color)
    canvas.drawText("Ab\u{0}é", x: x, y: y, scale: decisions.pick([1, 2, 3, 0, -1, 1000, .max]), color: color)
  }
}

extension InputDecisions {
  /// A number of a kind that breaks arithmetic, or an ordinary one.
  fileprivate mutating func float() -> Float {
    let special: [Float] = [
      0, -0.0, 1, 0.5, -1, 2, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-30,
      1e10,
      -1e10, 100,
    ]
    return flag() ? pick(special) : Float(next() >> 56) / 128 - 0.5
  }
}

/// Counts the results of a live stream.
private final class StreamReceiver: NSObject, GestureRecognizerLiveStreamDelegate, Sendable {
  private let answers = Guarded(0)
  private let arrived = DispatchSemaphore(value: 0)

  var answerCount: Int { answers.withLock { $0 } }

  func wait(for count: Int) {
    for _ in 0..<count { precondition(arrived.wait(timeout: .now() + 8) == .success, "a frame is not answered") }
  }

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    precondition((result == nil) != (error == nil), "a result and an error, or neither")
    answers.withLock { $0 += 1 }
    arrived.signal()
  }
}

/// Pixels that end at an inaccessible page.
private final class GuardedPixels: Sendable {
  nonisolated(unsafe) private let memory: PageEndMemory<UInt8>
  nonisolated(unsafe) let buffer: UnsafeRawBufferPointer

  init(byteCount: Int, seed: UInt64) {
    let bytes = SeededGenerator.bytes(byteCount, seed: seed)
    guard let memory = PageEndMemory(bytes, against: seed & 1 == 0 ? .end : .start)
    else { preconditionFailure("no memory for \(byteCount) bytes") }
    self.memory = memory
    buffer = UnsafeRawBufferPointer(start: memory.pointer, count: byteCount)
  }
}
