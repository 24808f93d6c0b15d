import Foundation
import TensorRuntime
import VisionTasks

/// Finds faces in pictures and video frames: a box, a score and six keypoints for each.
///
/// See `VisionTask` for all calls. Faces are found anew in each frame, as in MediaPipe.
public final class FaceDetector: VisionTask<FaceDetectorResult>, @unchecked Sendable {
  /// Creates a task with options, which are read once. Reads and prepares the model.
  ///
  /// - Throws: `TaskError` for invalid options, and for a model that cannot be used.
  public init(options: FaceDetectorOptions) throws(TaskError) {
    let settings = try FaceDetectorSettings(options)
    let plan = settings.task.planOptions()
    let bundle = try options.baseOptions.bundle(plan) { () throws(TaskError) in throw .missingModelPath }
    super.init(settings.task, sharesModel: false, pipeline: try FaceDetectorPipeline(bundle, plan, settings))
    deliver { [weak self, weak delegate = options.faceDetectorLiveStreamDelegate] event in
      guard let self, let delegate else { return }
      switch event {
      case .answered(let result, let time, let error):
        delegate.faceDetector(self, didFinishDetection: result, timestampInMilliseconds: time, error: error)
      case .dropped(let time):
        delegate.faceDetector(self, didDropFrameAtTimestampInMilliseconds: time)
      }
    }
  }
}
