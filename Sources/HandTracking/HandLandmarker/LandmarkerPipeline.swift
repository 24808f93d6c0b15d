import TensorRuntime

/// The networks of a ``HandLandmarker``.
package final class LandmarkerPipeline: TaskPipeline {
  private let hands: HandPipeline
  private let reportsTimings: Bool

  /// Sessions of a model's networks.
  package init(_ model: HandModel, settings: TaskSettings, threads: ThreadPool) {
    hands = HandPipeline(model, settings: settings, threads: threads)
    reportsTimings = settings.reportsTimings
  }

  package var networks: [Network] { hands.networks }

  package func process(
    _ frame: Frame, isNext: Bool, timestamp: Int, into result: inout HandLandmarkerResult
  ) throws(TaskError) {
    let watch = Stopwatch()
    let image = frame.pixels.image
    try isNext ? hands.processNext(image, input: frame.input) : hands.process(image, input: frame.input)
    result.update(timestamp: timestamp, hands: hands.hands)
    result.timings =
      reportsTimings
      ? StageTimings(
        palmDetection: hands.palmDetectionTime, handLandmarks: hands.landmarkTime, gestures: .zero, total: watch.total)
      : nil
  }
}
