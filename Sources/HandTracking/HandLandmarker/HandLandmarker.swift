import PixelImaging
import TensorRuntime
import VisionTasks

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Finds hands in pictures and video frames: 21 landmarks in the picture and in space, and which hand it is.
///
/// See ``VisionTask`` for what it has in common with other tasks: running modes, time, live streams, sequences,
/// closing.
public final class HandLandmarker: VisionTask<HandLandmarkerResult>, @unchecked Sendable {
  /// Creates a task with options, which are read once. Reads and prepares the model.
  ///
  /// - Throws: `TaskError` for invalid options, and for a model that cannot be used.
  public convenience init(options: HandLandmarkerOptions) throws(TaskError) {
    try self.init(options, sharesModel: false) { (settings) throws(TaskError) in
      try HandModel(settings, of: options.baseOptions, namesGestures: false) { $0.handLandmarkerPath }
    }
  }

  /// Creates a task that shares a model with others. (Mudra's addition.)
  ///
  /// The options' model path, buffer and kernels are ignored. `numThreads` is 1 unless the options say otherwise.
  /// - Throws: `TaskError` for invalid options, or if there is not enough memory for the task.
  public convenience init(
    model: HandModel, options: HandLandmarkerOptions = HandLandmarkerOptions()
  ) throws(TaskError) {
    try self.init(options, sharesModel: true) { _ in model }
  }

  /// Creates a task with the default options and the model bundle at a path.
  ///
  /// - Throws: `TaskError` for a model that cannot be used.
  public convenience init(modelPath: String) throws(TaskError) {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  private init(
    _ options: HandLandmarkerOptions, sharesModel: Bool, model: (HandSettings) throws(TaskError) -> HandModel
  ) throws(TaskError) {
    let settings = try HandSettings(options, liveStreamDelegate: options.handLandmarkerLiveStreamDelegate)
    let model = try model(settings)
    let threads = ThreadPool(threadCount: settings.task.threadCount(sharesModel: sharesModel))
    super.init(
      settings.task, sharesModel: sharesModel,
      pipeline: try LandmarkerPipeline(model, settings: settings, threads: threads))
    deliver { [weak self, weak delegate = options.handLandmarkerLiveStreamDelegate] event in
      guard let self, let delegate else { return }
      switch event {
      case .answered(let result, let time, let error):
        delegate.handLandmarker(self, didFinishDetection: result, timestampInMilliseconds: time, error: error)
      case .dropped(let time):
        delegate.handLandmarker(self, didDropFrameAtTimestampInMilliseconds: time)
      }
    }
  }

  /// The palms in a picture, best first, without landmarks: only the palm detector's result. (Mudra's addition.)
  ///
  /// The task may be in any mode; its tracks and times do not change. `numHands` does not limit the palms.
  /// - Throws: `TaskError.closed`, and for a picture that cannot be used.
  public func detectPalms(image: some TaskPicture) throws(TaskError) -> [PalmBox] {
    try runner.withPipeline(image) { (pipeline: LandmarkerPipeline, frame) throws(TaskError) in
      try pipeline.palms(in: frame)
    }
  }
}

// MARK: MediaPipe's names

extension HandLandmarker {
  /// The hands in a picture: `process(image:)` by MediaPipe's name.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func detect(image: some TaskPicture) throws(TaskError) -> HandLandmarkerResult { try process(image: image) }

  /// The hands in the next frame of a video:
  /// `process(videoFrame:timestampInMilliseconds:)` by MediaPipe's name.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func detect(
    videoFrame: some TaskPicture, timestampInMilliseconds: Int
  ) throws(TaskError) -> HandLandmarkerResult {
    try process(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Overwrites `result` with the hands in the next frame of a video:
  /// `process(videoFrame:timestampInMilliseconds:into:)`.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func detect(
    videoFrame: some TaskPicture, timestampInMilliseconds: Int, into result: inout HandLandmarkerResult
  ) throws(TaskError) {
    try process(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
  }

  /// Takes the next frame of a camera and returns at once:
  /// `processAsync(image:timestampInMilliseconds:)` by MediaPipe's name.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func detectAsync(image: some TaskPicture, timestampInMilliseconds: Int) throws(TaskError) {
    try processAsync(image: image, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// The hands in a picture, without blocking the caller's thread: `process(_:)`.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func detect(_ image: some TaskPicture) async throws(TaskError) -> HandLandmarkerResult {
    try await process(image)
  }

  /// The hands in the next frame of a video, without blocking the caller's thread: `process(_:)`.
  ///
  /// - Throws: like the call of ``VisionTask``.
  public func detect(_ frame: VideoFrame) async throws(TaskError) -> HandLandmarkerResult { try await process(frame) }
}

// MARK: Connections

extension HandLandmarker {
  /// The lines of the palm.
  public static var handPalmConnections: [Connection] { HandConnections.palm }
  /// The lines of the thumb.
  public static var handThumbConnections: [Connection] { HandConnections.thumb }
  /// The lines of the index finger.
  public static var handIndexFingerConnections: [Connection] { HandConnections.indexFinger }
  /// The lines of the middle finger.
  public static var handMiddleFingerConnections: [Connection] { HandConnections.middleFinger }
  /// The lines of the ring finger.
  public static var handRingFingerConnections: [Connection] { HandConnections.ringFinger }
  /// The lines of the little finger.
  public static var handPinkyConnections: [Connection] { HandConnections.pinky }
  /// All lines of the hand: palm, thumb, index, middle, ring and little finger.
  public static var handConnections: [Connection] { HandConnections.all }
}
