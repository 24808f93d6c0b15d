import MediaPipeTasksVision

// Code of an app for MediaPipe's iOS framework, after the guide "Gesture recognition guide for iOS": nothing
// here knows Mudra.

/// With the method's name from the guide.
class GestureRecognizerResultProcessor: NSObject, GestureRecognizerLiveStreamDelegate {
  let handler: (GestureRecognizerResult?, Int, Error?) -> Void

  init(handler: @escaping (GestureRecognizerResult?, Int, Error?) -> Void) {
    self.handler = handler
  }

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    handler(result, timestampInMilliseconds, error)
  }
}

/// With the method's name from the framework.
class GestureRecognizerFrameworkProcessor: NSObject, GestureRecognizerLiveStreamDelegate {
  let handler: (GestureRecognizerResult?, Int, Error?) -> Void

  init(handler: @escaping (GestureRecognizerResult?, Int, Error?) -> Void) {
    self.handler = handler
  }

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    handler(result, timestampInMilliseconds, error)
  }
}

enum GestureRecognizerGuide {
  static func image(_ image: MPImage) throws -> GestureRecognizerResult {
    let modelPath = Bundle.main.path(
      forResource: "gesture_recognizer",
      ofType: "task")

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .image
    options.minHandDetectionConfidence = 0.5
    options.minHandPresenceConfidence = 0.5
    options.minTrackingConfidence = 0.5
    options.numHands = 2

    let gestureRecognizer = try GestureRecognizer(options: options)
    let result = try gestureRecognizer.recognize(image: image)
    return result
  }

  static func video(_ frames: [(image: MPImage, timestamp: Int)]) throws -> [GestureRecognizerResult] {
    let modelPath = Bundle.main.path(forResource: "gesture_recognizer", ofType: "task")

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .video
    options.numHands = 2

    let gestureRecognizer = try GestureRecognizer(options: options)
    return try frames.map {
      try gestureRecognizer.recognize(
        videoFrame: $0.image,
        timestampInMilliseconds: $0.timestamp)
    }
  }

  static func liveStream(_ processor: GestureRecognizerLiveStreamDelegate) throws -> GestureRecognizer {
    let modelPath = Bundle.main.path(forResource: "gesture_recognizer", ofType: "task")

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .liveStream
    options.numHands = 2
    options.gestureRecognizerLiveStreamDelegate = processor

    let gestureRecognizer = try GestureRecognizer(options: options)
    return gestureRecognizer
  }

  static func classifiers(_ image: MPImage, allow: [String]?, deny: [String]?) throws -> GestureRecognizerResult {
    let classifierOptions = ClassifierOptions()
    classifierOptions.displayNamesLocale = "en"
    classifierOptions.maxResults = 1
    classifierOptions.scoreThreshold = 0.1
    classifierOptions.categoryAllowlist = allow
    classifierOptions.categoryDenylist = deny

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = Bundle.main.path(forResource: "gesture_recognizer", ofType: "task")
    options.cannedGesturesClassifierOptions = classifierOptions
    options.customGesturesClassifierOptions = ClassifierOptions()
    return try GestureRecognizer(options: options).recognize(image: image)
  }

  /// Why a recognizer cannot be created, as apps find out.
  static func failure(modelPath: String) -> NSError? {
    do {
      let options = GestureRecognizerOptions()
      options.baseOptions.modelAssetPath = modelPath
      _ = try GestureRecognizer(options: options)
      return nil
    } catch {
      return error as NSError
    }
  }

  /// What apps do with a result: a line of text.
  static func text(_ result: GestureRecognizerResult) -> String {
    guard let gesture = result.gestures.first?.first, let name = gesture.categoryName else { return "none" }
    return "\(result.handedness[0][0].categoryName ?? "unknown") \(name) \(gesture.score > 0.5)"
  }
}
