import TensorRuntime
import VisionCore

/// The networks of a ``GestureRecognizer``.
package final class RecognizerPipeline: TaskPipeline {
  private let hands: HandPipeline
  private let gestures: GesturePipeline
  private let clock: @Sendable () -> UInt64
  private let reportsTimings: Bool
  private let reportsEmbeddings: Bool

  /// Sessions of a model's networks.
  package init(
    _ model: HandModel, _ gestureModel: GestureModel<Plan>, canned: ClassifierSettings, custom: ClassifierSettings,
    settings: HandSettings, threads: ThreadPool
  ) throws(TaskError) {
    hands = try HandPipeline(model, settings: settings, threads: threads)
    gestures = try GesturePipeline(gestureModel, canned: canned, custom: custom, threads: threads)
    clock = settings.clock
    reportsTimings = settings.task.reportsTimings
    reportsEmbeddings = settings.details.contains(.embeddings)
  }

  /// All networks.
  package var networks: [Network<Session>] { hands.networks + gestures.networks }

  /// The hands of a picture or frame.
  ///
  /// - Throws: `TaskError` if a network fails or there is not enough memory for the picture.
  package func process(
    _ frame: TaskFrame, isNext: Bool, timestamp: Int, into result: inout GestureRecognizerResult
  ) throws(TaskError) {
    var watch = Stopwatch(clock)
    var gestureTime = Duration.zero
    if try hands.process(frame, isNext: isNext, timestamp: timestamp) {
      _ = watch.nextLap()
      try hands.updateHands { (hand) throws(TaskError) in
        hand.gesture = try gestures.gesture(
          of: hand, rotation: frame.rotation, imageWidth: frame.pixels.width, imageHeight: frame.pixels.height)
        if reportsEmbeddings {
          gestures.embedder.withEmbedding { hand.embedding.copy($0) }
        }
      }
      gestureTime = watch.nextLap()
      // After the gestures, which are those of the raw hands, as in MediaPipe.
      hands.refine(frame, timestamp: timestamp, isNext: isNext)
    }
    result.timestampInMilliseconds = timestamp
    hands.report(in: &result.hands, &result.secondLook, &result.economy, &result.details)
    hands.finishFrame(after: watch.total)
    result.timings = reportsTimings ? hands.timings(gestures: gestureTime, total: watch.total) : nil
  }
}
