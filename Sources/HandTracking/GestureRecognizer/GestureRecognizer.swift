import PixelImaging
import TensorRuntime
import VisionTasks

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Finds hands in pictures and video frames, like ``HandLandmarker``, and names their gestures.
///
/// See ``VisionTask`` for what it has in common with other tasks: running modes, time, live streams, sequences,
/// closing.
public final class GestureRecognizer: VisionTask<GestureRecognizerResult>, @unchecked Sendable {
  /// Creates a task with options, which are read once. Reads and prepares the model.
  ///
  /// - Throws: `TaskError` for invalid options, and for a model that cannot be used.
  public convenience init(options: GestureRecognizerOptions) throws(TaskError) {
    try self.init(options, sharesModel: false) { (settings) throws(TaskError) in
      try HandModel(settings, of: options.baseOptions, namesGestures: true) { $0.gestureRecognizerPath }
    }
  }

  /// Creates a task that shares a model with others. (Mudra's addition.)
  ///
  /// The options' model path, buffer and kernels are ignored. `numThreads` is 1 unless the options say otherwise.
  /// - Throws: `TaskError.modelWithoutGestures` for the model of a hand landmarker's bundle; `TaskError` for invalid
  ///   options, or if there is not enough memory for the task.
  public convenience init(
    model: HandModel, options: GestureRecognizerOptions = GestureRecognizerOptions()
  ) throws(TaskError) {
    try self.init(options, sharesModel: true) { _ in model }
  }

  /// Creates a task with the default options and the model bundle at a path.
  ///
  /// - Throws: `TaskError` for a model that cannot be used.
  public convenience init(modelPath: String) throws(TaskError) {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  private init(
    _ options: GestureRecognizerOptions, sharesModel: Bool, model: (HandSettings) throws(TaskError) -> HandModel
  ) throws(TaskError) {
    let settings = try HandSettings(options, liveStreamDelegate: options.gestureRecognizerLiveStreamDelegate)
    let canned = try ClassifierSettings(
      options.cannedGesturesClassifierOptions, name: "cannedGesturesClassifierOptions")
    let custom = try ClassifierSettings(
      options.customGesturesClassifierOptions, name: "customGesturesClassifierOptions")
    let model = try model(settings)
    guard let gestureModel = model.gestures else { throw .modelWithoutGestures }
    let threads = ThreadPool(threadCount: settings.task.threadCount(sharesModel: sharesModel))
    super.init(
      settings.task, sharesModel: sharesModel,
      pipeline: try RecognizerPipeline(
        model, gestureModel, canned: canned, custom: custom, settings: settings, threads: threads))
    deliver { [weak self, weak delegate = options.gestureRecognizerLiveStreamDelegate] event in
      guard let self, let delegate else { return }
      switch event {
      case .answered(let result, let time, let error):
        delegate.gestureRecognizer(
          self, didFinishGestureRecognition: result, timestampInMilliseconds: time, error: error)
      case .dropped(let time):
        delegate.gestureRecognizer(self, didDropFrameAtTimestampInMilliseconds: time)
      }
    }
  }
}

// MARK: MediaPipe's names

extension GestureRecognizer {
  /// The hands in a picture and their gestures: `process(image:)` by MediaPipe's name.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func recognize(image: some TaskPicture) throws(TaskError) -> GestureRecognizerResult {
    try process(image: image)
  }

  /// The hands in the next frame of a video and their gestures:
  /// `process(videoFrame:timestampInMilliseconds:)` by MediaPipe's name.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func recognize(
    videoFrame: some TaskPicture, timestampInMilliseconds: Int
  ) throws(TaskError) -> GestureRecognizerResult {
    try process(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Overwrites `result` with the hands in the next frame of a video and their gestures:
  /// `process(videoFrame:timestampInMilliseconds:into:)`.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func recognize(
    videoFrame: some TaskPicture, timestampInMilliseconds: Int, into result: inout GestureRecognizerResult
  ) throws(TaskError) {
    try process(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
  }

  /// Takes the next frame of a camera and returns at once:
  /// `processAsync(image:timestampInMilliseconds:)` by MediaPipe's name.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func recognizeAsync(image: some TaskPicture, timestampInMilliseconds: Int) throws(TaskError) {
    try processAsync(image: image, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// The hands in a picture and their gestures, without blocking the caller's thread: `process(_:)`.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func recognize(_ image: some TaskPicture) async throws(TaskError) -> GestureRecognizerResult {
    try await process(image)
  }

  /// The hands in the next frame of a video and their gestures, without blocking the caller's thread: `process(_:)`.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func recognize(_ frame: VideoFrame) async throws(TaskError) -> GestureRecognizerResult {
    try await process(frame)
  }
}
