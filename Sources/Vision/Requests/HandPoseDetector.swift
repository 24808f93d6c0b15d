#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import HandPose

  /// The settings of a request.
  struct HandPoseSettings: Sendable, Hashable {
    var maximumHandCount = 2
    var modelAssetPath = ""
    var numThreads = 1
    var reportsJointConfidence = false
  }

  /// A landmarker that returns observations, for pictures or for consecutive frames.
  final class HandPoseDetector: Sendable {
    /// Vision gives the largest hands of a picture: to know which they are, a few more are searched for.
    private static let searchedHandCount = 4

    let settings: HandPoseSettings
    private let landmarker: HandLandmarker
    private let runningMode: RunningMode
    /// The number of frames; tracking only needs their order, not their times.
    private let frameCount = Guarded(0)

    /// Reads and prepares the model. `runningMode` is image or video mode.
    init(_ settings: HandPoseSettings, runningMode: RunningMode) throws(TaskError) {
      self.settings = settings
      self.runningMode = runningMode
      let count = settings.maximumHandCount
      let options = HandLandmarkerOptions()
      options.runningMode = runningMode
      // In a video, a hand that is not there would be searched for in every frame.
      options.numHands = runningMode == .image && count > 0 ? max(count, Self.searchedHandCount) : count
      options.baseOptions.modelAssetPath = settings.modelAssetPath
      options.baseOptions.numThreads = settings.numThreads
      if settings.reportsJointConfidence { options.details.insert(.reliability) }
      landmarker = try HandLandmarker(options: options)
    }

    /// The hands in a picture, or in the next frame, the largest first.
    func observations(in picture: MPImage) throws(TaskError) -> [HandPoseObservation] {
      let result = try runningMode == .image ? landmarker.detect(image: picture) : nextFrame(picture)
      let hands = HandPoseObservation.observations(of: result, in: picture)
      let sizes = hands.map(\.area)
      // Hands of one size stay in the landmarker's order.
      let bySize = hands.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
      return bySize.prefix(settings.maximumHandCount).map { hands[$0] }
    }

    private func nextFrame(_ picture: MPImage) throws(TaskError) -> HandLandmarkerResult {
      try frameCount.withLock { (count) throws(TaskError) in
        count += 1
        return try landmarker.detect(videoFrame: picture, timestampInMilliseconds: count)
      }
    }
  }

  extension HandPoseObservation {
    /// The area of the rectangle around the joints, in squares of the picture's height.
    fileprivate var area: CGFloat {
      let points = availableJointNames.compactMap { try? recognizedPoint($0) }
      guard let (left, right) = Self.limits(points.map(\.x)), let (bottom, top) = Self.limits(points.map(\.y)) else {
        return 0
      }
      return (right - left) * aspectRatio * (top - bottom)
    }

    private static func limits(_ numbers: [CGFloat]) -> (CGFloat, CGFloat)? {
      guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
      return (least, greatest)
    }
  }
#endif
