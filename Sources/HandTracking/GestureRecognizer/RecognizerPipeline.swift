import TensorRuntime
import VisionTasks

/// The networks of a ``GestureRecognizer``.
package final class RecognizerPipeline: TaskPipeline {
  private let hands: HandPipeline
  private let gestures: GesturePipeline
  private let reportsTimings: Bool
  private let reportsEmbeddings: Bool
  /// The gestures of this frame.
  private var candidates: [GestureCandidate] = []
  /// The embeddings of this frame, if requested.
  private var embeddings: [[Float]] = []

  /// Sessions of a model's networks.
  package init(
    _ model: HandModel, _ gestureModel: GestureModel<Plan>, canned: ClassifierSettings, custom: ClassifierSettings,
    settings: HandSettings, threads: ThreadPool
  ) throws(TaskError) {
    hands = try HandPipeline(model, settings: settings, threads: threads)
    gestures = try GesturePipeline(gestureModel, canned: canned, custom: custom, threads: threads)
    reportsTimings = settings.task.reportsTimings
    reportsEmbeddings = settings.details.contains(.embeddings)
  }

  /// All networks.
  package var networks: [Network<Session>] { hands.networks + gestures.networks }

  /// The hands of a picture or frame.
  ///
  /// - Throws: `TaskError` if a network fails or there is not enough memory for the picture.
  package func process(
    _ frame: Frame, isNext: Bool, timestamp: Int, into result: inout GestureRecognizerResult
  ) throws(TaskError) {
    var watch = Stopwatch()
    try hands.process(frame, isNext: isNext)
    _ = watch.nextLap()
    candidates.removeAll(keepingCapacity: true)
    embeddings.removeAll(keepingCapacity: true)
    for hand in hands.hands {
      let gesture = try gestures.gesture(
        of: hand, rotation: frame.rotation, imageWidth: frame.pixels.width, imageHeight: frame.pixels.height)
      if let gesture {
        candidates.append(gesture)
      }
      if reportsEmbeddings {
        gestures.embedder.withEmbedding { embeddings.append(Array($0)) }
      }
    }
    let gestureTime = watch.nextLap()
    // After the gestures, which are those of the raw hands, as in MediaPipe.
    hands.refine(frame, timestamp: timestamp, isNext: isNext)
    // Without any gesture, the whole result is empty, as in MediaPipe; the hands are tracked nevertheless.
    let reported = candidates.isEmpty ? hands.hands.prefix(0) : hands.hands
    if candidates.isEmpty {
      hands.removeAllWithoutGesture()
    }
    result.update(timestamp: timestamp, hands: reported, gestures: candidates)
    hands.describe(handCount: reported.count, in: &result.details)
    result.details?.embeddings = reportsEmbeddings ? Array(embeddings.prefix(reported.count)) : nil
    result.timings = reportsTimings ? hands.timings(gestures: gestureTime, total: watch.total) : nil
  }
}
