/// The networks of a ``HandLandmarker``.
package final class LandmarkerPipeline: TaskPipeline {
  private let hands: HandPipeline

  /// Prepares the networks of a hand landmarker's bundle.
  package init(bundle: TaskBundle, settings: TaskSettings) throws(TaskError) {
    hands = try HandPipeline(bundle: bundle, settings: settings)
  }

  package func process(
    _ frame: Frame, isNext: Bool, timestamp: Int, into result: inout HandLandmarkerResult
  ) throws(TaskError) {
    let image = frame.pixels.image
    try isNext ? hands.processNext(image, input: frame.input) : hands.process(image, input: frame.input)
    result.update(timestamp: timestamp, hands: hands.hands)
  }
}
