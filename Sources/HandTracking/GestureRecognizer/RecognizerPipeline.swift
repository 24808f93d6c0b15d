import TensorRuntime

/// The networks of a ``GestureRecognizer``.
package final class RecognizerPipeline: TaskPipeline {
  private let hands: HandPipeline
  private let gestures: GesturePipeline
  private let reportsTimings: Bool
  /// The gestures of this frame.
  private var candidates: [GestureCandidate] = []

  /// Sessions of a model's networks.
  package init(
    _ model: HandModel, _ gestureModel: GestureModel, canned: ClassifierSettings, custom: ClassifierSettings,
    settings: TaskSettings, threads: ThreadPool
  ) throws(TaskError) {
    hands = HandPipeline(model, settings: settings, threads: threads)
    gestures = try GesturePipeline(gestureModel, canned: canned, custom: custom, threads: threads)
    reportsTimings = settings.reportsTimings
  }

  package var networks: [Network] { hands.networks + gestures.networks }

  package func process(
    _ frame: Frame, isNext: Bool, timestamp: Int, into result: inout GestureRecognizerResult
  ) throws(TaskError) {
    var watch = Stopwatch()
    let image = frame.pixels.image
    try isNext ? hands.processNext(image, input: frame.input) : hands.process(image, input: frame.input)
    _ = watch.nextLap()
    candidates.removeAll(keepingCapacity: true)
    for hand in hands.hands {
      let gesture = gestures.gesture(
        of: hand, rotation: frame.input.rotation, imageWidth: image.width, imageHeight: image.height)
      if let gesture {
        candidates.append(gesture)
      }
    }
    // Without any gesture the whole result is empty, as in MediaPipe; the hands are followed nevertheless.
    let reported = candidates.isEmpty ? hands.hands.prefix(0) : hands.hands
    result.update(timestamp: timestamp, hands: reported, gestures: candidates)
    result.timings =
      reportsTimings
      ? StageTimings(
        palmDetection: hands.palmDetectionTime, handLandmarks: hands.landmarkTime, gestures: watch.nextLap(),
        total: watch.total)
      : nil
  }
}
