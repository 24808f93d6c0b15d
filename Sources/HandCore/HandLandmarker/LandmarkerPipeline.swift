import TensorRuntime
import VisionCore

/// The networks of a ``HandLandmarker``.
package final class LandmarkerPipeline: TaskPipeline {
  private let hands: HandPipeline
  private let clock: @Sendable () -> UInt64
  private let reportsTimings: Bool

  /// Sessions of a model's networks.
  package init(_ model: HandModel, settings: HandSettings, threads: ThreadPool) throws(TaskError) {
    hands = try HandPipeline(model, settings: settings, threads: threads)
    clock = settings.clock
    reportsTimings = settings.task.reportsTimings
  }

  /// All networks.
  package var networks: [Network<Session>] { hands.networks }

  /// The hands of a picture or frame.
  ///
  /// - Throws: `TaskError` if a network fails or there is not enough memory for the picture.
  package func process(
    _ frame: TaskFrame, isNext: Bool, timestamp: Int, into result: inout HandLandmarkerResult
  ) throws(TaskError) {
    let watch = Stopwatch(clock)
    if try hands.process(frame, isNext: isNext, timestamp: timestamp) {
      hands.refine(frame, timestamp: timestamp, isNext: isNext)
    }
    result.timestampInMilliseconds = timestamp
    hands.report(in: &result.hands, &result.secondLook, &result.economy, &result.details)
    hands.finishFrame(after: watch.total)
    result.timings = reportsTimings ? hands.timings(gestures: .zero, total: watch.total) : nil
  }

  /// The palms in a picture, best first.
  ///
  /// - Throws: like ``process(_:isNext:timestamp:into:)``.
  package func palms(in frame: TaskFrame) throws(TaskError) -> [PalmBox] {
    try hands.palms(in: frame)
  }
}
