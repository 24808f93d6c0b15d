import Foundation
import VisionTasks

/// Options of a ``FaceDetector``.
public final class FaceDetectorOptions: TaskOptions {
  /// The minimum score, from 0 to 1, of a face.
  public var minDetectionConfidence: Float = 0.5
  /// The overlap, from 0 to 1, above which two boxes are one face.
  public var minSuppressionThreshold: Float = 0.3
  /// Receives the results in live-stream mode, in which it must be set; in other modes it must not be. Neither the
  /// options nor the task retain it.
  public weak var faceDetectorLiveStreamDelegate: (any FaceDetectorLiveStreamDelegate)?

  /// The default options.
  public required init() {}

  /// An independent copy.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = FaceDetectorOptions()
    copy.takeTaskOptions(of: self)
    copy.minDetectionConfidence = minDetectionConfidence
    copy.minSuppressionThreshold = minSuppressionThreshold
    copy.faceDetectorLiveStreamDelegate = faceDetectorLiveStreamDelegate
    return copy
  }
}

/// The options of a ``FaceDetector``, checked and as a value.
struct FaceDetectorSettings: Sendable {
  let task: TaskSettings
  let detection: KeypointDetector.Settings

  init(_ options: FaceDetectorOptions) throws(TaskError) {
    task = try TaskSettings(options)
    try TaskSettings.check(options.minDetectionConfidence, "minDetectionConfidence")
    try TaskSettings.check(options.minSuppressionThreshold, "minSuppressionThreshold")
    try task.check(liveStreamDelegate: options.faceDetectorLiveStreamDelegate)
    detection = KeypointDetector.Settings(
      minScore: options.minDetectionConfidence, overlap: options.minSuppressionThreshold)
  }
}
