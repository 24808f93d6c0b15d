import AVFoundation
import MediaPipeTasksVision
import UIKit

/// What the sample apps of both guides do with the framework: a configured task, pictures, the lines of an overlay.
final class HandService: NSObject, HandLandmarkerLiveStreamDelegate {
  private var handLandmarker: HandLandmarker?

  init(modelPath: String?) {
    super.init()
    let options = HandLandmarkerOptions()
    options.runningMode = RunningMode.image
    options.baseOptions.modelAssetPath = modelPath
    options.baseOptions.delegate = Delegate.CPU
    do {
      handLandmarker = try HandLandmarker(options: options)
    } catch {
      print(error)
    }
  }

  func detect(image: UIImage) -> HandLandmarkerResult? {
    guard let mpImage = try? MPImage(uiImage: image) else { return nil }
    return try? handLandmarker?.detect(image: mpImage)
  }

  func detectAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int) throws {
    let image = try MPImage(sampleBuffer: sampleBuffer, orientation: orientation)
    try handLandmarker?.detectAsync(image: image, timestampInMilliseconds: timeStamps)
  }

  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {
    print(result?.landmarks.count ?? 0, error?.localizedDescription ?? "")
  }

  /// The lines of a hand in a view, for the orientation of its picture.
  func overlay(of image: UIImage, in view: CGSize) -> [(from: CGPoint, to: CGPoint)] {
    guard let hand = detect(image: image)?.landmarks.first else { return [] }
    let dots = hand.map { landmark -> CGPoint in
      switch image.imageOrientation {
      case .left: CGPoint(x: CGFloat(landmark.y) * view.width, y: (1 - CGFloat(landmark.x)) * view.height)
      case .right: CGPoint(x: (1 - CGFloat(landmark.y)) * view.width, y: CGFloat(landmark.x) * view.height)
      default: CGPoint(x: CGFloat(landmark.x) * view.width, y: CGFloat(landmark.y) * view.height)
      }
    }
    return HandLandmarker.handConnections.map { (from: dots[Int($0.start)], to: dots[Int($0.end)]) }
  }
}
