import ArgumentParser
import HandRecording
import Mudra

/// The task of a command, created from its options.
struct HandTask: Sendable {
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
  private let options: HandOptions

  /// Tasks for pictures, each for a thread of its own, with the weights of one model.
  static func pictureTasks(_ kind: Kind, _ options: HandOptions, count: Int) throws(CommandFailure) -> [HandTask] {
    let bundle = try kind.bundlePath(options)
    let base = options.baseOptions(bundlePath: bundle)
    let model = try made(of: bundle) { () throws(TaskError) in
      try HandModel(
        path: bundle, kernelProvider: base.kernelProvider, precision: base.precision, limits: base.modelLimits,
        bundleLimits: base.bundleLimits)
    }
    return try (0..<count).map { _ throws(CommandFailure) in
      try HandTask(kind, options, runningMode: .image, model: model)
    }
  }

  /// Creates a task.
  ///
  /// - Parameters:
  ///   - tracking: how hands are followed in a video.
  ///   - model: the model to share with others; nil to read and prepare that of the options.
  init(
    _ kind: Kind, _ options: HandOptions, tracking: TrackingOptions = TrackingOptions(), runningMode: RunningMode,
    model: HandModel? = nil
  ) throws(CommandFailure) {
    self.options = options
    let bundle = try kind.bundlePath(options)
    switch kind {
    case .gestures:
      let settings = GestureRecognizerOptions()
      options.set(settings, bundlePath: bundle, tracking: tracking)
      settings.runningMode = runningMode
      settings.cannedGesturesClassifierOptions = options.gestures.canned
      settings.customGesturesClassifierOptions = options.gestures.custom
      task = .gestures(
        try Self.made(of: bundle) { () throws(TaskError) in
          if let model {
            try GestureRecognizer(model: model, options: settings)
          } else {
            try GestureRecognizer(options: settings)
          }
        })
    case .landmarks:
      guard !options.gestures.isSet else {
        throw CommandFailure("landmarks", "names no gestures: --canned-… and --custom-… need gestures", .wrongUse)
      }
      guard !options.report.embedding else {
        throw CommandFailure("landmarks", "computes no embeddings: --embedding needs gestures", .wrongUse)
      }
      let settings = HandLandmarkerOptions()
      options.set(settings, bundlePath: bundle, tracking: tracking)
      settings.runningMode = runningMode
      task = .landmarks(
        try Self.made(of: bundle) { () throws(TaskError) in
          if let model {
            try HandLandmarker(model: model, options: settings)
          } else {
            try HandLandmarker(options: settings)
          }
        })
    }
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
    let picture = options.search.picture(image)
    let scene = PictureResult.Scene(
      source: source, timestamp: timestamp, picture: picture, report: options.report.contents)
    do {
      switch (task, timestamp) {
      case (.gestures(let task), let time?):
        return PictureResult(try task.recognize(videoFrame: picture, timestampInMilliseconds: time), scene)
      case (.gestures(let task), nil):
        return PictureResult(try task.recognize(image: picture), scene)
      case (.landmarks(let task), let time?):
        return PictureResult(try task.detect(videoFrame: picture, timestampInMilliseconds: time), scene)
      case (.landmarks(let task), nil):
        return PictureResult(try task.detect(image: picture), scene)
      }
    } catch {
      throw CommandFailure(source, error)
    }
  }
}
