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
    try hands.process(frame, isNext: isNext)
    hands.refine(frame, timestamp: timestamp, isNext: isNext)
    result.update(timestamp: timestamp, hands: hands.hands)
    hands.describe(handCount: hands.hands.count, in: &result.details)
  }

  package func palms(in frame: Frame) throws(TaskError) -> [PalmBox] {
    try hands.palms(in: frame)
  }
}
