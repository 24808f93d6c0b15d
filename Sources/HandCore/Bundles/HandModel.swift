import TFLiteFormat
import TensorRuntime
import VisionCore

/// The networks of a `.task` bundle, read and prepared once, for any number of tasks on any threads.
///
/// A model is immutable. It owns packed weights and emitted code, which exist once; a task created from it owns only
/// the working memory of its runs:
///
/// ```swift
/// let model = try HandModel()
/// let recognizers = try (0..<32).map { _ in try GestureRecognizer(model: model) }
/// ```
public final class HandModel: Sendable {
  /// The arithmetic of the networks.
  let precision: Precision
  /// Finds palms.
  package let palmDetector: PrecisionPair<Plan>
  /// The picture that it takes.
  package let palmInput: PictureInput
  /// Finds the landmarks of a hand.
  package let handLandmarks: PrecisionPair<Plan>
  /// The picture that it takes.
  package let landmarkInput: PictureInput
  /// The networks that name gestures; nil for the bundle of a hand landmarker.
  package let gestures: GestureModel<Plan>?

  /// The bundle of a hand landmarker or gesture recognizer in a file.
  ///
  /// - Throws: `TaskError` for a bundle that cannot be read or used.
  public convenience init(
    path: String, kernelProvider: KernelProvider? = nil, precision: Precision = .exact,
    limits: ModelLimits = ModelLimits(), bundleLimits: BundleLimits = BundleLimits()
  ) throws(TaskError) {
    let options = PlanOptions(provider: kernelProvider, precision: precision, limits: limits).started()
    var bundle = try TaskBundle(path: path, limits: bundleLimits, options: options)
    bundle.isReadOnce = true
    try self.init(bundle: bundle, options)
  }

  /// The bundle of a hand landmarker or gesture recognizer in memory. Nothing refers to the bytes afterward.
  ///
  /// - Throws: `TaskError` for a bundle that cannot be read or used.
  public convenience init(
    data: some Collection<UInt8>, kernelProvider: KernelProvider? = nil, precision: Precision = .exact,
    limits: ModelLimits = ModelLimits(), bundleLimits: BundleLimits = BundleLimits()
  ) throws(TaskError) {
    let options = PlanOptions(provider: kernelProvider, precision: precision, limits: limits).started()
    try self.init(bundle: try TaskBundle(data: data, limits: bundleLimits, options: options), options)
  }

  /// The networks of one model with those of another one of the same bundle, in fast precision, for tasks with a
  /// ``TrackingOptions/frameBudget``. Nothing is prepared again.
  ///
  /// - Throws: `TaskError.unpairedModels` if `exact` is not exact, `fast` is not in fast precision, or their networks
  ///   take pictures of different sizes or ranges of pixels.
  public init(_ exact: HandModel, fast: HandModel) throws(TaskError) {
    guard exact.precision == .exact, fast.precision == .fast, exact.palmInput == fast.palmInput,
      exact.landmarkInput == fast.landmarkInput
    else { throw .unpairedModels }
    precision = .exact
    palmDetector = PrecisionPair(exact.palmDetector.exact, fast: fast.palmDetector.exact)
    handLandmarks = PrecisionPair(exact.handLandmarks.exact, fast: fast.handLandmarks.exact)
    (palmInput, landmarkInput, gestures) = (exact.palmInput, exact.landmarkInput, exact.gestures)
  }

  private convenience init(bundle: TaskBundle, _ options: PlanOptions) throws(TaskError) {
    try options.provider?.requireAvailable()
    try self.init(bundle, namesGestures: bundle.contains(ModelConstants.Files.gestureBundle), options: options)
  }

  /// Reads all networks of a gesture recognizer's bundle, or of a hand landmarker's, and then prepares them. The time
  /// limit of started options applies to all of them.
  package init(_ bundle: TaskBundle, namesGestures: Bool, options: PlanOptions) throws(TaskError) {
    typealias Files = ModelConstants.Files
    let hands = namesGestures ? try bundle.bundle(named: Files.handLandmarkerBundle) : bundle
    let palmDetector = try Network(
      Files.palmDetector, of: hands, options: options, inputs: [PictureInput.shape],
      outputs: ModelConstants.Palm.layout.outputShapes)
    palmInput = try PictureInput(of: palmDetector, withoutMetadata: .unitInterval)
    let handLandmarks = try Network(
      Files.handLandmarks, of: hands, options: options, inputs: [PictureInput.shape],
      outputs: ModelConstants.Landmarks.outputShapes)
    landmarkInput = try PictureInput(of: handLandmarks, withoutMetadata: .unitInterval)
    let gestures =
      namesGestures ? try GestureModel(bundle.bundle(named: Files.gestureBundle), options: options) : nil
    // Everything has been checked: now prepare the networks, the largest one first, while little else is in memory.
    precision = options.precision
    self.handLandmarks = PrecisionPair(try (consume handLandmarks).prepared())
    self.palmDetector = PrecisionPair(try (consume palmDetector).prepared())
    self.gestures = try gestures.map { gestures throws(TaskError) in try gestures.prepared() }
  }

  /// Whether a ``GestureRecognizer`` can be created from it; a ``HandLandmarker`` always can.
  public var namesGestures: Bool { gestures != nil }

  /// The memory of weights and emitted code that all tasks of the model share. A task's own memory comes in addition.
  public var memoryFootprint: MemoryFootprint {
    var networks = palmDetector.all + handLandmarks.all
    if let gestures {
      networks.append(gestures.embedder)
      networks += gestures.classifiers.map { $0.network }
    }
    return MemoryFootprint(sharedBy: networks.map { $0.state })
  }
}
