/// The networks of a ``GestureRecognizer``.
package final class RecognizerPipeline: TaskPipeline {
  private let hands: HandPipeline
  private let gestures: GesturePipeline
  /// The gestures of this frame.
  private var candidates: [GestureCandidate] = []

  /// Prepares the networks of a gesture recogniser's bundle.
  package init(
    bundle: TaskBundle, canned: ClassifierSettings, custom: ClassifierSettings, settings: TaskSettings
  ) throws(TaskError) {
    typealias Files = ModelConstants.Files
    hands = try HandPipeline(bundle: try bundle.bundle(named: Files.handLandmarkerBundle), settings: settings)
    gestures = try GesturePipeline(
      bundle: try bundle.bundle(named: Files.gestureBundle), canned: canned, custom: custom, settings: settings)
  }

  package func process(
    _ frame: Frame, isNext: Bool, timestamp: Int, into result: inout GestureRecognizerResult
  ) throws(TaskError) {
    try hands.process(frame, isNext: isNext)
    candidates.removeAll(keepingCapacity: true)
    for hand in hands.hands {
      let gesture = gestures.gesture(
        of: hand, rotation: frame.rotation, imageWidth: frame.pixels.width, imageHeight: frame.pixels.height)
      if let gesture {
        candidates.append(gesture)
      }
    }
    // After the gestures: they are those of the raw hands, as in MediaPipe.
    hands.refine(frame, timestamp: timestamp, isNext: isNext)
    // Without any gesture the whole result is empty, as in MediaPipe; the hands are followed nevertheless.
    let reported = candidates.isEmpty ? hands.hands.prefix(0) : hands.hands
    if candidates.isEmpty {
      hands.removeAllWithoutGesture()
    }
    result.update(timestamp: timestamp, hands: reported, gestures: candidates)
    hands.describe(handCount: reported.count, in: &result.details)
  }

  package func palms(in frame: Frame) throws(TaskError) -> [PalmBox] {
    try hands.palms(in: frame)
  }
}
