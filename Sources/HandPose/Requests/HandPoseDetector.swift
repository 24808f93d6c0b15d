import HandTracking

/// The settings of a request.
package struct HandPoseSettings: Sendable, Hashable {
  package var maximumHandCount = 2
  package var modelAssetPath = ""
  package var numThreads = 1

  /// Two hands, with the model of the library `Mudra`.
  package init() {}
}

/// A landmarker that returns observations, for pictures or for consecutive frames.
package final class HandPoseDetector: Sendable {
  package let settings: HandPoseSettings
  private let landmarker: HandLandmarker
  private let runningMode: RunningMode
  /// The number of frames; tracking only needs their order, not their times.
  private let frameCount = Guarded(0)

  /// Reads and prepares the model. `runningMode` is image or video mode.
  package init(_ settings: HandPoseSettings, runningMode: RunningMode) throws(TaskError) {
    self.settings = settings
    self.runningMode = runningMode
    let options = HandLandmarkerOptions()
    options.runningMode = runningMode
    options.numHands = settings.maximumHandCount
    options.baseOptions.modelAssetPath = settings.modelAssetPath
    options.baseOptions.numThreads = settings.numThreads
    landmarker = try HandLandmarker(options: options)
  }

  /// The hands in a picture, or in the next frame.
  package func observations(in picture: MPImage) throws(TaskError) -> [HandPoseObservation] {
    let result = try runningMode == .image ? landmarker.detect(image: picture) : nextFrame(picture)
    return HandPoseObservation.observations(of: result, in: picture)
  }

  private func nextFrame(_ picture: MPImage) throws(TaskError) -> HandLandmarkerResult {
    try frameCount.withLock { (count) throws(TaskError) in
      count += 1
      return try landmarker.detect(videoFrame: picture, timestampInMilliseconds: count)
    }
  }
}
