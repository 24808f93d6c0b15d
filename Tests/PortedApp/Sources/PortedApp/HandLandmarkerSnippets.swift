import MediaPipeTasksVision

// The calls of the guide "Hand landmarks detection guide for iOS", in its order: three ways to create the task, three
// kinds of images, three ways to run it. The guides' import is the only one.

class HandLandmarkerResultProcessor: NSObject, HandLandmarkerLiveStreamDelegate {
  let results = Results<HandLandmarkerResult>()

  func handLandmarker(
    _ handLandmarker: HandLandmarker,
    didFinishDetection result: HandLandmarkerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    results.add(result, error)
  }
}

struct HandLandmarkerSnippets {
  var minHandDetectionConfidence: Float = 0.5
  var minHandPresenceConfidence: Float = 0.5
  var minHandTrackingConfidence: Float = 0.5
  var numHands = 1

  // MARK: Create the task

  func forImages() throws -> HandLandmarker {
    let modelPath = Bundle.main.path(
      forResource: "hand_landmarker",
      ofType: "task")

    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .image
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minHandTrackingConfidence
    options.numHands = numHands

    let handLandmarker = try HandLandmarker(options: options)
    return handLandmarker
  }

  func forVideo() throws -> HandLandmarker {
    let modelPath = Bundle.main.path(
      forResource: "hand_landmarker",
      ofType: "task")

    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .video
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minHandTrackingConfidence
    options.numHands = numHands

    let handLandmarker = try HandLandmarker(options: options)
    return handLandmarker
  }

  func forLiveStream() throws -> (HandLandmarker, HandLandmarkerResultProcessor) {
    let modelPath = Bundle.main.path(
      forResource: "hand_landmarker",
      ofType: "task")

    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .liveStream
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minHandTrackingConfidence
    options.numHands = numHands

    let processor = HandLandmarkerResultProcessor()
    options.handLandmarkerLiveStreamDelegate = processor

    let handLandmarker = try HandLandmarker(options: options)
    return (handLandmarker, processor)
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

  func run(_ handLandmarker: HandLandmarker, _ image: MPImage) throws -> HandLandmarkerResult {
    let result = try handLandmarker.detect(image: image)
    return result
  }

  func run(_ handLandmarker: HandLandmarker, videoFrame image: MPImage, _ timestamp: Int) throws -> HandLandmarkerResult
  {
    let result = try handLandmarker.detect(
      videoFrame: image,
      timestampInMilliseconds: timestamp)
    return result
  }

  func run(_ handLandmarker: HandLandmarker, liveStream image: MPImage, _ timestamp: Int) throws {
    try handLandmarker.detectAsync(
      image: image,
      timestampInMilliseconds: timestamp)
  }
}
