import TensorRuntime
import VisionTasks

/// The network of a ``FaceDetector``.
final class FaceDetectorPipeline: TaskPipeline {
  /// The entry of the bundle.
  private static let entry = "face_detector.tflite"
  /// What the outputs of MediaPipe's short-range model mean.
  private static let layout = DetectorLayout(inputSide: 128, strides: [8, 16, 16, 16], keypointCount: 6)

  private let detector: KeypointDetector
  private let reportsTimings: Bool

  init(_ bundle: TaskBundle, _ options: PlanOptions, _ settings: FaceDetectorSettings) throws(TaskError) {
    let network = try Network(
      Self.entry, of: bundle, options: options, inputs: [PictureInput.shape], outputs: Self.layout.outputShapes)
    detector = try KeypointDetector(
      PrecisionPair(network.prepared()), input: PictureInput(of: network), layout: Self.layout,
      settings: settings.detection,
      threads: ThreadPool(threadCount: settings.task.threadCount(sharesModel: false)))
    reportsTimings = settings.task.reportsTimings
  }

  var networks: [Network<Session>] { detector.networks.all }

  func process(
    _ frame: TaskFrame, isNext: Bool, timestamp: Int, into result: inout FaceDetectorResult
  ) throws(TaskError) {
    let watch = Stopwatch()
    let boxes = try detector.boxes(in: frame.pixels.image, of: frame)
    result.timestampInMilliseconds = timestamp
    result.faces.removeAll(keepingCapacity: true)
    for box in boxes {
      result.faces.append(DetectedFace(box))
    }
    result.duration = reportsTimings ? watch.total : nil
  }
}
