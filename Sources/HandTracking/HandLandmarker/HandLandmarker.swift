import Foundation
import PixelImaging

/// Finds hands in pictures and video frames: 21 landmarks in the picture and in space, and which hand it is.
///
/// A task may be called from several threads; its calls run one after the other. Different tasks run at the same time.
public final class HandLandmarker: NSObject, Sendable {
  private let runner: TaskRunner<LandmarkerPipeline>
  private let liveStream: LiveStream<HandLandmarkerResult>?

  /// A task with the default options and the model bundle at a path.
  public convenience init(modelPath: String) throws(TaskError) {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// A task with options, which are read once. Reads and prepares the model.
  public init(options: HandLandmarkerOptions) throws(TaskError) {
    let settings = try TaskSettings(
      baseOptions: options.baseOptions, runningMode: options.runningMode, numHands: options.numHands,
      minHandDetectionConfidence: options.minHandDetectionConfidence,
      minHandPresenceConfidence: options.minHandPresenceConfidence,
      minTrackingConfidence: options.minTrackingConfidence, tracking: options.tracking,
      inputFacts: options.inputFacts, details: options.details)
    let delegate = options.handLandmarkerLiveStreamDelegate
    try settings.check(liveStreamDelegate: delegate)
    let bundle = try TaskBundle(path: try settings.bundlePath(default: { $0.handLandmarkerPath }))
    runner = TaskRunner(
      settings: settings, pipeline: try LandmarkerPipeline(bundle: bundle, settings: settings))
    guard settings.runningMode == .liveStream else {
      liveStream = nil
      super.init()
      return
    }
    let receiver = LiveStreamReceiver<HandLandmarker>(delegate: delegate)
    liveStream = LiveStream(process: { [runner] in runner.liveFrame($0, timestamp: $1) }) { answer, timestamp in
      guard let task = receiver.owner, let delegate = receiver.delegate as? any HandLandmarkerLiveStreamDelegate else {
        return
      }
      switch answer {
      case .success(let result):
        delegate.handLandmarker(task, didFinishDetection: result, timestampInMilliseconds: timestamp, error: nil)
      case .failure(let error):
        delegate.handLandmarker(task, didFinishDetection: nil, timestampInMilliseconds: .min, error: error)
      }
    }
    super.init()
    receiver.belongs(to: self)
  }

  deinit {
    liveStream?.end()
  }

  // MARK: Pictures

  /// The hands in a picture; the task must be in image mode.
  public func detect(image: MPImage) throws(TaskError) -> HandLandmarkerResult {
    try runner.image(try runner.frame(image))
  }

  /// The hands in a picture that is upright; the task must be in image mode.
  public func detect(image: Image) throws(TaskError) -> HandLandmarkerResult {
    try runner.image(Frame(image))
  }

  // MARK: Video

  /// The hands in the next frame of a video; the task must be in video mode.
  ///
  /// Hands of the frame before are looked for where they were; palms are detected only if fewer hands than `numHands`
  /// are followed. Frames may differ in size.
  ///
  /// - Parameters:
  ///   - videoFrame: the frame.
  ///   - timestampInMilliseconds: its time, after that of every earlier frame.
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect.
  public func detect(
    videoFrame: MPImage, timestampInMilliseconds: Int
  ) throws(TaskError) -> HandLandmarkerResult {
    var result = HandLandmarkerResult(timestampInMilliseconds: timestampInMilliseconds)
    try detect(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
    return result
  }

  /// The hands in the next frame, which is upright, of a video; the task must be in video mode.
  public func detect(
    videoFrame: Image, timestampInMilliseconds: Int
  ) throws(TaskError) -> HandLandmarkerResult {
    var result = HandLandmarkerResult(timestampInMilliseconds: timestampInMilliseconds)
    try detect(videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds, into: &result)
    return result
  }

  /// Overwrites `result` with the hands in the next frame of a video.
  ///
  /// The lists of an earlier result are used again, so that a frame with as many hands as the one before allocates
  /// nothing. If the call throws, `result` is as it was.
  public func detect(
    videoFrame: MPImage, timestampInMilliseconds: Int, into result: inout HandLandmarkerResult
  ) throws(TaskError) {
    try runner.videoFrame(try runner.frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
  }

  /// Overwrites `result` with the hands in the next frame, which is upright, of a video.
  public func detect(
    videoFrame: Image, timestampInMilliseconds: Int, into result: inout HandLandmarkerResult
  ) throws(TaskError) {
    try runner.videoFrame(Frame(videoFrame), timestamp: timestampInMilliseconds, into: &result)
  }

  // MARK: Palms

  /// The palms in a picture, the best first, without landmarks: the palm detector's answer alone. (Mudra's addition.)
  ///
  /// The task may be in any mode; its tracks and times stay as they are. `numHands` does not limit the palms.
  public func detectPalms(image: MPImage) throws(TaskError) -> [PalmBox] {
    try runner.palms(image)
  }

  // MARK: Live stream

  /// Takes the next frame of a camera and returns at once; the task must be in live-stream mode.
  ///
  /// The answer goes to the options' delegate. One frame is processed and one waits; a frame that comes while one waits
  /// takes its place, and the replaced one is never answered.
  ///
  /// - Parameters:
  ///   - image: the frame. Memory that it refers to must stay as it is until the frame was answered or replaced.
  ///   - timestampInMilliseconds: its time, after that of every earlier frame.
  /// - Throws: `TaskError.timestampNotIncreasing` for a time that is not later; that frame has no effect.
  public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws(TaskError) {
    try runner.require(.liveStream)
    try liveStream?.submit(try runner.frame(image), timestamp: timestampInMilliseconds)
  }

  /// Takes the next frame, which is upright, of a camera and returns at once; the task must be in live-stream mode.
  public func detectAsync(image: Image, timestampInMilliseconds: Int) throws(TaskError) {
    try runner.require(.liveStream)
    try liveStream?.submit(Frame(image), timestamp: timestampInMilliseconds)
  }

  /// How many frames of a live stream were replaced by newer ones before they were processed. (Mudra's addition.)
  public var droppedFrameCount: Int { liveStream?.droppedCount ?? 0 }
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
