import Foundation
import HandTracking
import PixelImaging
import TensorRuntime
import TestSupport

/// A run of both tasks over a clip with golden results.
struct ClipParity {
  private(set) var comparisons: [PictureComparison] = []
  /// Frames in which the hands of the landmarker and the recognizer differ.
  private(set) var disagreements: [String] = []

  /// Runs a clip in `folder`.
  init(frames: [GoldenClip.Frame], folder: URL, handCount: Int, provider: KernelProvider?) throws {
    let recognizerOptions = GestureRecognizerOptions()
    recognizerOptions.baseOptions.modelAssetPath = BundleFiles.gestureRecognizer
    recognizerOptions.baseOptions.kernelProvider = provider
    recognizerOptions.runningMode = .video
    recognizerOptions.numHands = handCount
    let recognizer = try GestureRecognizer(options: recognizerOptions)
    let landmarkerOptions = HandLandmarkerOptions()
    landmarkerOptions.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    landmarkerOptions.baseOptions.kernelProvider = provider
    landmarkerOptions.runningMode = .video
    landmarkerOptions.numHands = handCount
    let landmarker = try HandLandmarker(options: landmarkerOptions)
    var hands = HandLandmarkerResult(timestampInMilliseconds: 0)
    for frame in frames {
      let image = try MPImage(contentsOfFile: folder.appendingPathComponent(frame.file).path)
      let result = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: frame.timestamp)
      try landmarker.detect(videoFrame: image, timestampInMilliseconds: frame.timestamp, into: &hands)
      comparisons.append(PictureComparison(result, golden: frame.hands))
      let withoutGestures = result.hands.map { hand in
        DetectedHand(
          side: hand.side, sideScore: hand.sideScore, landmarks: hand.landmarks, worldLandmarks: hand.worldLandmarks,
          presence: hand.presence)
      }
      if hands.hands != withoutGestures { disagreements.append(frame.file) }
    }
  }

  /// The fraction of frames with the same hands, gestures included.
  var sameHands: Double {
    Double(comparisons.filter(\.differences.isEmpty).count) / Double(comparisons.count)
  }

  /// The largest landmark distance of all frames.
  var worstLandmark: Float { comparisons.map(\.landmark).max() ?? 0 }

  /// The landmark distance of the median frame among those with hands.
  var medianLandmark: Float {
    let sorted = comparisons.map(\.landmark).sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  /// The largest world distance of all frames, in meters.
  var worstWorld: Float { comparisons.map(\.world).max() ?? 0 }

  /// The largest score distance of all frames.
  var worstScore: Float { comparisons.map(\.score).max() ?? 0 }

  /// What is wrong, in one sentence each; empty if every frame has the same hands and all is within the margins.
  func faults(provider: KernelProvider?) -> [String] {
    let margin = ParityMargin.ofClips(provider)
    return disagreements.map { "\($0): the landmarker has other hands than the recognizer" }
      + comparisons.flatMap(\.differences)
      + margin.faults(landmark: worstLandmark, world: worstWorld, score: worstScore)
      + (medianLandmark > margin.medianLandmark
        ? ["median landmark \(medianLandmark), margin \(margin.medianLandmark)"] : [])
  }

  /// One line with the worst and the median.
  var summary: String {
    "\(comparisons.count) frames: same hands in \(sameHands); landmarks worst \(worstLandmark), median "
      + "\(medianLandmark); world worst \(worstWorld) m; scores worst \(worstScore)"
  }
}
