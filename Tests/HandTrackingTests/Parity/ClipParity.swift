import Foundation
import HandTracking
import PixelImaging
import TensorRuntime
import TestSupport

/// A run of both tasks over a clip with golden answers.
struct ClipParity {
  /// The margins against MediaPipe.
  enum Margin {
    /// Landmarks with emitted kernels, which compute as MediaPipe's do to the bit. A difference would grow from frame to
    /// frame, so this says that there is none.
    static let sameOrder: Float = 1e-6
    /// The worst landmark of the worst frame, normalised, for kernels of another order: a region that differs in its
    /// last bit has other samples, and is what the next region is made from. The difference grows with the frames; this
    /// is for clips of some 16.
    static let worstLandmarkOfOtherOrder: Float = 2e-3
    /// The same for the median frame.
    static let medianLandmarkOfOtherOrder: Float = 1e-3
    /// The part of the frames with the same hands in the same order.
    static let sameHands = 0.995
  }

  private(set) var comparisons: [PictureComparison] = []
  /// Frames in which the landmarker has other hands than the recogniser.
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
      if hands
        != HandLandmarkerResult(
          landmarks: result.landmarks, worldLandmarks: result.worldLandmarks, handedness: result.handedness,
          timestampInMilliseconds: frame.timestamp, presences: result.presences)
      {
        disagreements.append(frame.file)
      }
    }
  }

  /// The part of the frames with the same hands, gestures included.
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

  /// The largest score distance of all frames.
  var worstScore: Float { comparisons.map(\.score).max() ?? 0 }

  /// What is wrong, one sentence each; empty if everything is within the margins.
  func faults(provider: KernelProvider?) -> [String] {
    let emits = KernelProvider.available.contains(.machineCode)
    let isSameOrder = emits && (provider == nil || provider == .machineCode)
    let worst = isSameOrder ? Margin.sameOrder : Margin.worstLandmarkOfOtherOrder
    let median = isSameOrder ? Margin.sameOrder : Margin.medianLandmarkOfOtherOrder
    var faults = disagreements.map { "\($0): the landmarker has other hands than the recogniser" }
    if sameHands < Margin.sameHands {
      faults.append("same hands in \(sameHands) of the frames; \(comparisons.flatMap(\.differences))")
    }
    if worstLandmark > worst { faults.append("worst landmark \(worstLandmark), margin \(worst)") }
    if medianLandmark > median { faults.append("median landmark \(medianLandmark), margin \(median)") }
    return faults
  }

  /// One line with the worst and the median.
  var summary: String {
    "\(comparisons.count) frames: same hands in \(sameHands); landmarks worst \(worstLandmark), median "
      + "\(medianLandmark); scores worst \(worstScore)"
  }
}
