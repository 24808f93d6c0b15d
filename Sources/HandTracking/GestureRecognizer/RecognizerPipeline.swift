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
    let image = frame.pixels.image
    try isNext ? hands.processNext(image, input: frame.input) : hands.process(image, input: frame.input)
    candidates.removeAll(keepingCapacity: true)
    for hand in hands.hands {
      let gesture = try gestures.gesture(
        of: hand, rotation: frame.input.rotation, imageWidth: image.width, imageHeight: image.height)
      if let gesture {
        candidates.append(gesture)
      }
    }
    // Without any gesture the whole result is empty, as in MediaPipe; the hands are followed nevertheless.
    let reported = candidates.isEmpty ? hands.hands.prefix(0) : hands.hands
    result.update(timestamp: timestamp, hands: reported, gestures: candidates)
  }
}
