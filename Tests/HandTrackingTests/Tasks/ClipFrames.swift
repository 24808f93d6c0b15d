import Foundation
import HandTracking
import PixelImaging
import TestSupport

/// Frames of the drawn clips among the fixtures.
enum ClipFrames {
  /// A clip of sixteen frames.
  enum Clip: String {
    /// One hand at first, two from frame 4, none in frame 13.
    case clip
    /// A left hand, and from frame 2 a right one that passes in front of it; the left one is hidden in frames 7 to 9.
    case crossing
  }

  /// A frame by its number.
  static func image(_ index: Int, of clip: Clip = .clip) throws -> PixelImage {
    try PixelImage(
      contentsOfFile: PackageFolders.fixtures(of: "HandTrackingTests")
        .appendingPathComponent(String(format: "\(clip.rawValue)/frame%03d.png", index)).path)
  }

  /// A landmarker with the package's model.
  static func landmarker(
    _ mode: RunningMode = .video, _ set: (HandLandmarkerOptions) -> Void = { _ in }
  ) throws -> HandLandmarker {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    options.runningMode = mode
    options.numHands = 2
    set(options)
    return try HandLandmarker(options: options)
  }

  /// A recognizer with the package's model.
  static func recognizer(
    _ mode: RunningMode = .video, _ set: (GestureRecognizerOptions) -> Void = { _ in }
  ) throws -> GestureRecognizer {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.gestureRecognizer
    options.runningMode = mode
    options.numHands = 2
    set(options)
    return try GestureRecognizer(options: options)
  }
}
