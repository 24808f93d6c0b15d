import MediaPipeTasksVision

// The calls of the guide "Gesture recognition guide for iOS", in its order: three ways to create the task, three
// kinds of images, three ways to run it. The guides' import is the only one.

class GestureRecognizerResultProcessor: NSObject, GestureRecognizerLiveStreamDelegate {
  let results = Results<GestureRecognizerResult>()

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer,
    didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    results.add(result, error)
  }
}

struct GestureRecognizerSnippets {
  var minHandDetectionConfidence: Float = 0.5
  var minHandPresenceConfidence: Float = 0.5
  var minHandTrackingConfidence: Float = 0.5
  var numHands = 1

  // MARK: Create the task

  func forImages() throws -> GestureRecognizer {
    let modelPath = Bundle.main.path(
      forResource: "gesture_recognizer",
      ofType: "task")

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .image
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minHandTrackingConfidence
    options.numHands = numHands

    let gestureRecognizer = try GestureRecognizer(options: options)
    return gestureRecognizer
  }

  func forVideo() throws -> GestureRecognizer {
    let modelPath = Bundle.main.path(
      forResource: "gesture_recognizer",
      ofType: "task")

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .video
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minHandTrackingConfidence
    options.numHands = numHands

    let gestureRecognizer = try GestureRecognizer(options: options)
    return gestureRecognizer
  }

  func forLiveStream() throws -> (GestureRecognizer, GestureRecognizerResultProcessor) {
    let modelPath = Bundle.main.path(
      forResource: "gesture_recognizer",
      ofType: "task")

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .liveStream
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minHandTrackingConfidence
    options.numHands = numHands

    let processor = GestureRecognizerResultProcessor()
    options.gestureRecognizerLiveStreamDelegate = processor

    let gestureRecognizer = try GestureRecognizer(options: options)
    return (gestureRecognizer, processor)
  }

  // MARK: Prepare data

  func image(_ image: UIImage) throws -> MPImage {
    let image = try MPImage(uiImage: image)
    return image
  }

  func image(_ pixelBuffer: CVPixelBuffer) throws -> MPImage {
    let image = try MPImage(pixelBuffer: pixelBuffer)
    return image
  }

  func image(_ sampleBuffer: CMSampleBuffer) throws -> MPImage {
    let image = try MPImage(sampleBuffer: sampleBuffer)
    return image
  }

  // MARK: Run the task

  func run(_ gestureRecognizer: GestureRecognizer, _ image: MPImage) throws -> GestureRecognizerResult {
    let result = try gestureRecognizer.recognize(image: image)
    return result
  }

  func run(_ gestureRecognizer: GestureRecognizer, videoFrame image: MPImage, _ timestamp: Int) throws
    -> GestureRecognizerResult
  {
    let result = try gestureRecognizer.recognize(
      videoFrame: image,
      timestampInMilliseconds: timestamp)
    return result
  }

  func run(_ gestureRecognizer: GestureRecognizer, liveStream image: MPImage, _ timestamp: Int) throws {
    try gestureRecognizer.recognizeAsync(
      image: image,
      timestampInMilliseconds: timestamp)
  }
}
