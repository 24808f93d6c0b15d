import ArgumentParser
import Mudra

/// The task of a command, created from its options.
struct HandTask {
  /// What the task finds.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case gestures, landmarks

    /// The bundle to use: the one of the options, or that of the program.
    func bundlePath(_ options: HandOptions) throws(CommandFailure) -> String {
      switch self {
      case .gestures: try options.bundlePath(BundledModels.gestureRecognizerPath, name: "gesture_recognizer.task")
      case .landmarks: try options.bundlePath(BundledModels.handLandmarkerPath, name: "hand_landmarker.task")
      }
    }
  }

  private enum Task {
    case gestures(GestureRecognizer)
    case landmarks(HandLandmarker)
  }

  private let task: Task

  /// Reads and prepares the model.
  init(_ kind: Kind, _ options: HandOptions, runningMode: RunningMode) throws(CommandFailure) {
    let bundle = try kind.bundlePath(options)
    switch kind {
    case .gestures:
      let settings: GestureRecognizerOptions = Self.settings(options, bundlePath: bundle, runningMode)
      task = .gestures(try Self.made(of: bundle) { () throws(TaskError) in try GestureRecognizer(options: settings) })
    case .landmarks:
      let settings: HandLandmarkerOptions = Self.settings(options, bundlePath: bundle, runningMode)
      task = .landmarks(try Self.made(of: bundle) { () throws(TaskError) in try HandLandmarker(options: settings) })
    }
  }

  /// The task options that correspond to the command's options.
  private static func settings<Settings: HandTaskOptions>(
    _ options: HandOptions, bundlePath: String, _ runningMode: RunningMode
  ) -> Settings {
    let settings = Settings()
    settings.baseOptions = options.baseOptions(bundlePath: bundlePath)
    settings.runningMode = runningMode
    settings.numHands = options.hands
    settings.minHandDetectionConfidence = options.minDetection
    settings.minHandPresenceConfidence = options.minPresence
    settings.minTrackingConfidence = options.minTracking
    return settings
  }

  private static func made<T>(of bundle: String, _ make: () throws(TaskError) -> T) throws(CommandFailure) -> T {
    do {
      return try make()
    } catch {
      throw CommandFailure(bundle, error)
    }
  }

  /// The result for a picture, or for the next frame of a video if it has a time.
  func result(of image: PixelImage, source: String, timestamp: Int? = nil) throws(CommandFailure) -> PictureResult {
    do {
      switch (task, timestamp) {
      case (.gestures(let task), let time?):
        return PictureResult(
          try task.recognize(videoFrame: image, timestampInMilliseconds: time), source: source, image: image,
          timestamp: time)
      case (.gestures(let task), nil):
        return PictureResult(try task.recognize(image: image), source: source, image: image)
      case (.landmarks(let task), let time?):
        return PictureResult(
          try task.detect(videoFrame: image, timestampInMilliseconds: time), source: source, image: image,
          timestamp: time)
      case (.landmarks(let task), nil):
        return PictureResult(try task.detect(image: image), source: source, image: image)
      }
    } catch {
      throw CommandFailure(source, error)
    }
  }
}
