import Foundation
import HandTracking
import PixelImaging
import TestSupport

/// Frames of the drawn clip among the fixtures: one hand at first, two from frame 4, none in frame 13.
enum ClipFrames {
  /// A frame by its number.
  static func image(_ index: Int) throws -> Image {
    try Image(
      contentsOfFile: PackageFolders.fixtures(of: "HandTrackingTests")
        .appendingPathComponent(String(format: "clip/frame%03d.png", index)).path)
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

  /// A recogniser with the package's model.
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
