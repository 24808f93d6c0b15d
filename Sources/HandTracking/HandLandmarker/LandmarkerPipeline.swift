import TensorRuntime

/// The networks of a ``HandLandmarker``.
package final class LandmarkerPipeline: TaskPipeline {
  private let hands: HandPipeline
  private let reportsTimings: Bool

  /// Sessions of a model's networks.
  package init(_ model: HandModel, settings: TaskSettings, threads: ThreadPool) throws(TaskError) {
    hands = try HandPipeline(model, settings: settings, threads: threads)
    reportsTimings = settings.reportsTimings
  }

  package var networks: [Network] { hands.networks }

  package func process(
    _ frame: Frame, isNext: Bool, timestamp: Int, into result: inout HandLandmarkerResult
  ) throws(TaskError) {
    let watch = Stopwatch()
    try hands.process(frame, isNext: isNext)
    hands.refine(frame, timestamp: timestamp, isNext: isNext)
    result.update(timestamp: timestamp, hands: hands.hands)
    hands.describe(handCount: hands.hands.count, in: &result.details)
    result.timings = reportsTimings ? hands.timings(gestures: .zero, total: watch.total) : nil
  }

  package func palms(in frame: Frame) throws(TaskError) -> [PalmBox] {
    try hands.palms(in: frame)
  }
}
