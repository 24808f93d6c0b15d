import MediaPipeTasksVision

// Code of an app for MediaPipe's iOS framework, after the guide "Hand landmarks detection guide for iOS":
// nothing here knows Mudra. Only the image comes from a raw buffer, since UIKit is not everywhere.

class HandLandmarkerResultProcessor: NSObject, HandLandmarkerLiveStreamDelegate {
  let handler: (HandLandmarkerResult?, Int, Error?) -> Void

  init(handler: @escaping (HandLandmarkerResult?, Int, Error?) -> Void) {
    self.handler = handler
  }

  func handLandmarker(
    _ handLandmarker: HandLandmarker,
    didFinishDetection result: HandLandmarkerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    handler(result, timestampInMilliseconds, error)
  }
}

enum HandLandmarkerGuide {
  static func image(_ image: MPImage) throws -> HandLandmarkerResult {
    let modelPath = Bundle.main.path(forResource: "hand_landmarker", ofType: "task")

    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .image
    options.minHandDetectionConfidence = 0.5
    options.minHandPresenceConfidence = 0.5
    options.minTrackingConfidence = 0.5
    options.numHands = 2

    let handLandmarker = try HandLandmarker(options: options)
    let result = try handLandmarker.detect(image: image)
    return result
  }

  static func video(_ frames: [(image: MPImage, timestamp: Int)]) throws -> [HandLandmarkerResult] {
    let modelPath = Bundle.main.path(
      forResource: "hand_landmarker",
      ofType: "task")

    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .video
    options.numHands = 2

    let handLandmarker = try HandLandmarker(options: options)
    return try frames.map { frame in
      let result = try handLandmarker.detect(
        videoFrame: frame.image,
        timestampInMilliseconds: frame.timestamp)
      return result
    }
  }

  static func liveStream(_ processor: HandLandmarkerResultProcessor) throws -> HandLandmarker {
    // An app checks for its model.
    guard let modelPath = Bundle.main.path(forResource: "hand_landmarker", ofType: "task") else {
      throw CocoaError(.fileNoSuchFile)
    }

    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.baseOptions.delegate = .CPU
    options.runningMode = .liveStream
    options.numHands = 2
    options.handLandmarkerLiveStreamDelegate = processor

    let handLandmarker = try HandLandmarker(options: options)
    return handLandmarker
  }

  /// What apps do with a result: the lines of an overlay, and a tip.
  static func overlay(_ result: HandLandmarkerResult, imageSize: CGSize) -> [(from: CGPoint, to: CGPoint)] {
    var lines: [(from: CGPoint, to: CGPoint)] = []
    for handLandmarks in result.landmarks {
      let dots = handLandmarks.map {
        CGPoint(x: CGFloat($0.x) * imageSize.width, y: CGFloat($0.y) * imageSize.height)
      }
      lines += HandLandmarker.handConnections.map { connection in
        (from: dots[Int(connection.start)], to: dots[Int(connection.end)])
      }
    }
    return lines
  }

  static func indexFingerTip(_ result: HandLandmarkerResult) -> (x: Float, y: Float, z: Float) {
    let tip = result.landmarks[0][8]
    return (tip.x, tip.y, tip.z)
  }

  static func side(_ result: HandLandmarkerResult) -> String? {
    result.handedness.first?.first?.categoryName
  }
}
