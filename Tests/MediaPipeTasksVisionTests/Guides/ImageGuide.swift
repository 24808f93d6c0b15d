// What both guides say about images, and what apps make of it. On Linux, UIKit's, CoreVideo's and
// CoreMedia's types come with this import as well.
import MediaPipeTasksVision

enum ImageGuide {
  // MARK: The guides' lines

  static func picture(_ image: UIImage) throws -> MPImage {
    let image = try MPImage(uiImage: image)
    return image
  }

  static func picture(_ pixelBuffer: CVPixelBuffer) throws -> MPImage {
    let image = try MPImage(pixelBuffer: pixelBuffer)
    return image
  }

  static func picture(_ sampleBuffer: CMSampleBuffer) throws -> MPImage {
    let image = try MPImage(sampleBuffer: sampleBuffer)
    return image
  }

  // MARK: With an orientation, as the guides' sample apps have it

  static func picture(_ image: UIImage, orientation: UIImage.Orientation) throws -> MPImage {
    try MPImage(uiImage: image, orientation: orientation)
  }

  static func picture(_ pixelBuffer: CVPixelBuffer, orientation: UIImage.Orientation) throws -> MPImage {
    try MPImage(pixelBuffer: pixelBuffer, orientation: orientation)
  }

  static func picture(_ sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation) throws -> MPImage {
    try MPImage(sampleBuffer: sampleBuffer, orientation: orientation)
  }

  // MARK: Properties by their types

  static let image: KeyPath<MPImage, UIImage?> = \MPImage.image
  static let pixelBuffer: KeyPath<MPImage, CVPixelBuffer?> = \MPImage.pixelBuffer
  static let sampleBuffer: KeyPath<MPImage, CMSampleBuffer?> = \MPImage.sampleBuffer
  static let orientation: KeyPath<MPImage, UIImage.Orientation> = \MPImage.orientation
  static let sourceType: KeyPath<MPImageSourceType, Int> = \MPImageSourceType.rawValue

  /// What apps do with a picture's image.
  static func size(_ picture: MPImage) -> CGSize? {
    guard let image = picture.image else { return nil }
    let upright = picture.orientation == .up
    return upright ? image.size : nil
  }
}

/// A service as the sample apps have one: stills, frames of a clip and frames of a camera.
final class HandService: NSObject, HandLandmarkerLiveStreamDelegate {
  private var handLandmarker: HandLandmarker?
  private let onResult: (HandLandmarkerResult?, Error?) -> Void

  init(runningMode: RunningMode, onResult: @escaping (HandLandmarkerResult?, Error?) -> Void = { _, _ in }) {
    self.onResult = onResult
    super.init()
    let handLandmarkerOptions = HandLandmarkerOptions()
    handLandmarkerOptions.runningMode = runningMode
    if let modelPath = Bundle.main.path(forResource: "hand_landmarker", ofType: "task") {
      handLandmarkerOptions.baseOptions.modelAssetPath = modelPath
    }
    if runningMode == .liveStream {
      handLandmarkerOptions.handLandmarkerLiveStreamDelegate = self
    }
    do {
      handLandmarker = try HandLandmarker(options: handLandmarkerOptions)
    } catch {
      print(error)
    }
  }

  func detect(image: UIImage) -> HandLandmarkerResult? {
    guard let mpImage = try? MPImage(uiImage: image) else {
      return nil
    }
    do {
      let result = try handLandmarker?.detect(image: mpImage)
      return result
    } catch {
      print(error)
      return nil
    }
  }

  func detect(frame image: CGImage, timestampMs: Int) -> HandLandmarkerResult? {
    let uiImage = UIImage(cgImage: image)
    do {
      let result = try handLandmarker?.detect(
        videoFrame: MPImage(uiImage: uiImage),
        timestampInMilliseconds: timestampMs)
      return result
    } catch {
      print(error)
      return nil
    }
  }

  func detectAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int) {
    guard let image = try? MPImage(sampleBuffer: sampleBuffer, orientation: orientation) else {
      return
    }
    do {
      try handLandmarker?.detectAsync(image: image, timestampInMilliseconds: timeStamps)
    } catch {
      print(error)
    }
  }

  func handLandmarker(
    _ handLandmarker: HandLandmarker,
    didFinishDetection result: HandLandmarkerResult?,
    timestampInMilliseconds: Int,
    error: Error?
  ) {
    onResult(result, error)
  }
}
