import HandPose
import HandTracking
import PixelImaging
import TensorRuntime
import VisionTasks

/// Finds the hands of pictures, or follows those of a video, as its options say: either task, with events and gestures
/// of the touchless control.
///
/// Sessions of one model run at the same time; the calls of one session run one after another.
public final class HandSession: Sendable {
  private enum Task: Sendable {
    case gestures(GestureRecognizer)
    case landmarks(HandLandmarker)
  }

  /// The options.
  public let options: SessionOptions
  /// Whether the pictures are the frames of a video.
  public let areVideoFrames: Bool
  private let task: Task
  private let observers: Guarded<SessionObservers>

  /// A session with a model.
  ///
  /// - Parameters:
  ///   - model: the networks.
  ///   - options: what to look for, and how.
  ///   - areVideoFrames: whether the pictures are the frames of a video. Only a video has events.
  /// - Throws: `TaskError` for options out of range, or a model that names no gestures if they are looked for.
  public init(model: HandModel, options: SessionOptions, areVideoFrames: Bool) throws(TaskError) {
    self.options = options
    self.areVideoFrames = areVideoFrames
    observers = Guarded(try SessionObservers(options))
    let mode: RunningMode = areVideoFrames ? .video : .image
    switch options.task {
    case .gestures:
      task = .gestures(try GestureRecognizer(model: model, options: options.recognizerOptions(mode)))
    case .landmarks:
      task = .landmarks(try HandLandmarker(model: model, options: options.landmarkerOptions(mode)))
    }
  }

  /// The hands in a picture, or in the next frame of a video.
  ///
  /// - Parameters:
  ///   - image: the picture.
  ///   - timestamp: the frame's time in milliseconds, after that of the frame before; nil for a picture by itself.
  ///   - source: what the result calls the picture.
  /// - Throws: `TaskError` for a time that is not later, or a picture of the other kind than the session's.
  public func result(
    of image: PixelImage, timestampInMilliseconds timestamp: Int?, source: String
  ) throws(TaskError) -> SessionResult {
    let picture = MPImage(image: image, orientation: options.orientation, search: options.search)
    var result =
      switch task {
      case .gestures(let task): try result(of: picture, timestamp, by: task, source: source)
      case .landmarks(let task): try result(of: picture, timestamp, by: task, source: source)
      }
    if areVideoFrames { observers.withLock { $0.update(&result) } }
    return result
  }

  private func result<Output: HandResult>(
    of picture: MPImage, _ timestamp: Int?, by task: VisionTask<Output>, source: String
  ) throws(TaskError) -> SessionResult {
    let result =
      if let timestamp {
        try task.process(videoFrame: picture, timestampInMilliseconds: timestamp)
      } else {
        try task.process(image: picture)
      }
    return SessionResult(
      result, source: source, picture: picture, isVideoFrame: timestamp != nil, options: options)
  }

  /// The memory of its task, and of the model that it shares with others.
  public var memoryFootprint: MemoryFootprint {
    switch task {
    case .gestures(let task): task.memoryFootprint
    case .landmarks(let task): task.memoryFootprint
    }
  }

  /// The end of the video: every gesture ends and every hand is lost, if events are requested.
  public func finish() -> [HandEvent] { observers.withLock { $0.finish() } }

  /// The end of the video: the motions that were held until nothing better came, if motions are requested.
  public func finishMotions() -> [MotionEvent] { observers.withLock { $0.finishMotions() } }

  /// Runs every network once, so that the first picture is as fast as the others.
  ///
  /// - Throws: `TaskError`.
  public func warmUp() throws(TaskError) {
    switch task {
    case .gestures(let task): try task.warmUp()
    case .landmarks(let task): try task.warmUp()
    }
  }
}

extension TaskError {
  /// A setting that is out of range.
  fileprivate init(_ error: HandPoseError) {
    guard case .invalidSetting(let name, let value, let expected) = error else {
      preconditionFailure("settings have no points")
    }
    self = .invalidSetting(name: name, value: value, expected: expected)
  }
}

/// What a session sees in the results of a video, one after another, as its options request.
private struct SessionObservers: Sendable {
  private var events: HandEventDetector?
  private var touchless: TouchlessRecognizer?
  private var swipes: SwipeRecognizer?
  private var grabs: GrabRecognizer?
  private var motions: HandMotions?
  private var actions: HandActions?

  init(_ options: SessionOptions) throws(TaskError) {
    events = try options.events.map { (options) throws(TaskError) in try HandEventDetector(options) }
    do throws(HandPoseError) {
      touchless = try options.touchless.map { (settings) throws(HandPoseError) in
        try TouchlessRecognizer(settings: settings)
      }
      swipes = try options.swipes.map { (settings) throws(HandPoseError) in try SwipeRecognizer(settings: settings) }
      grabs = try options.grabs.map { (settings) throws(HandPoseError) in try GrabRecognizer(settings: settings) }
      motions = try options.motions.map { (model) throws(HandPoseError) in
        try HandMotions(model: model, options: options.motionOptions)
      }
      actions = try options.actions.map { (settings) throws(HandPoseError) in try HandActions(settings: settings) }
    } catch {
      throw TaskError(error)
    }
  }

  /// Adds to a result what happens in it.
  mutating func update(_ result: inout SessionResult) {
    result.events = events?.update(result) ?? []
    let (width, height) = (result.image.width, result.image.height)
    result.motions = motions?.update(result, imageWidth: width, imageHeight: height)
    result.actions = actions?.update(result, imageWidth: width, imageHeight: height)
    // Of what follows, only the first hand counts.
    result.grab = grabs?.update(
      with: result.hands.first, aspectRatio: height > 0 ? Float(width) / Float(height) : 1,
      at: result.timestampInMilliseconds)
    guard touchless != nil || swipes != nil else { return }
    let hand = result.hands.first.flatMap { try? HandPoseObservation($0, in: result.picture) }
    result.touchless = touchless?.update(with: hand)
    result.swipe = swipes?.update(with: hand, at: result.timestampInMilliseconds)
  }

  mutating func finish() -> [HandEvent] { events?.finish() ?? [] }

  mutating func finishMotions() -> [MotionEvent] { motions?.finish() ?? [] }
}
