import HandTracking
import PixelImaging
import VisionTasks

/// A task of either kind with the options of a session: pictures by themselves, or the frames of a video in order.
///
/// Sessions of one model run at the same time; the calls of one session run one after another.
public final class HandSession: Sendable {
  private enum Task: Sendable {
    case gestures(GestureRecognizer)
    case landmarks(HandLandmarker)
  }

  /// The options.
  public let options: SessionOptions
  private let task: Task

  /// A session with a model.
  ///
  /// - Parameters:
  ///   - model: the networks.
  ///   - options: what to look for, and how.
  ///   - areVideoFrames: whether the pictures are the frames of a video.
  /// - Throws: `TaskError` for options out of range, or a model that names no gestures if they are looked for.
  public init(model: HandModel, options: SessionOptions, areVideoFrames: Bool) throws(TaskError) {
    self.options = options
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
  ///   - source: what the answer calls the picture.
  /// - Throws: `TaskError` for a time that is not later, or a picture of the other kind than the session's.
  public func answer(to image: PixelImage, timestamp: Int?, source: String) throws(TaskError) -> HandAnswer {
    let picture = MPImage(image: image, orientation: options.orientation, search: options.search)
    let scene = PictureResult.Scene(
      source: source, timestamp: timestamp, picture: picture, report: options.contents)
    switch task {
    case .gestures(let task):
      guard let timestamp else { return HandAnswer(PictureResult(try task.recognize(image: picture), scene)) }
      return HandAnswer(
        PictureResult(try task.recognize(videoFrame: picture, timestampInMilliseconds: timestamp), scene))
    case .landmarks(let task):
      guard let timestamp else { return HandAnswer(PictureResult(try task.detect(image: picture), scene)) }
      return HandAnswer(PictureResult(try task.detect(videoFrame: picture, timestampInMilliseconds: timestamp), scene))
    }
  }

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

/// What a session answers to a picture.
public struct HandAnswer: Sendable {
  private let found: PictureResult

  init(_ found: PictureResult) {
    self.found = found
  }

  /// The answer as a line of JSON: `mudra.result/1`, as the commands print it.
  public var json: String { found.json.text }
  /// The hands and their gestures; no gestures if they were not looked for.
  public var result: GestureRecognizerResult { found.found }
  /// The hands without gestures.
  public var landmarks: HandLandmarkerResult { found.landmarkerResult }
  /// The picture.
  public var picture: MPImage { found.scene.picture }
}
