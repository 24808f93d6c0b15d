import Foundation
import TFLiteFormat
import TensorRuntime
import VisionTasks

/// The networks of a `.task` bundle, read and prepared once, for any number of tasks on any threads.
///
/// A model never changes. Packed weights and emitted code belong to it and exist once; a task that is made with it owns
/// only the working memory of its own runs:
///
/// ```swift
/// let model = try HandModel()
/// let recognizers = try (0..<32).map { _ in try GestureRecognizer(model: model) }
/// ```
public final class HandModel: Sendable {
  /// Finds palms.
  package let palmDetector: Network<Plan>
  /// The picture that it looks at.
  package let palmInput: PictureInput
  /// Finds the landmarks of a hand.
  package let handLandmarks: Network<Plan>
  /// The picture that it looks at.
  package let landmarkInput: PictureInput
  /// Name gestures; nil for the bundle of a hand landmarker.
  package let gestures: GestureModel<Plan>?

  /// The gesture recognizer's bundle that comes with the library `Mudra`; it serves both tasks.
  ///
  /// - Parameter kernelProvider: which kernels the networks use; nil lets the environment variable `MUDRA_KERNELS` or
  ///   the library choose.
  /// - Throws: `TaskError.noModel` if `Mudra` is not linked, `TaskError.unavailableKernelProvider`.
  public convenience init(kernelProvider: KernelProvider? = nil) throws(TaskError) {
    guard let path = BundledModelLookup.provider?.gestureRecognizerPath else { throw .noModel }
    try self.init(path: path, kernelProvider: kernelProvider)
  }

  /// The bundle of a hand landmarker or gesture recognizer in a file.
  ///
  /// - Throws: `TaskError` for a bundle that cannot be read or used.
  public convenience init(
    path: String, kernelProvider: KernelProvider? = nil, limits: ModelLimits = ModelLimits(),
    bundleLimits: BundleLimits = BundleLimits()
  ) throws(TaskError) {
    let options = PlanOptions(provider: kernelProvider, limits: limits).started()
    try self.init(bundle: try TaskBundle(path: path, limits: bundleLimits), options)
  }

  /// The bundle of a hand landmarker or gesture recognizer in memory. Nothing refers to the bytes afterward.
  ///
  /// - Throws: `TaskError` for a bundle that cannot be read or used.
  public convenience init(
    data: Data, kernelProvider: KernelProvider? = nil, limits: ModelLimits = ModelLimits(),
    bundleLimits: BundleLimits = BundleLimits()
  ) throws(TaskError) {
    let options = PlanOptions(provider: kernelProvider, limits: limits).started()
    try self.init(bundle: try TaskBundle(data: data, limits: bundleLimits), options)
  }

  private convenience init(bundle: TaskBundle, _ options: PlanOptions) throws(TaskError) {
    try options.provider?.requireAvailable()
    try self.init(bundle, namesGestures: bundle.contains(ModelConstants.Files.gestureBundle), options: options)
  }

  /// The model that a task's options name, or the one that comes with the package.
  package convenience init(
    _ settings: TaskSettings, namesGestures: Bool, bundled: (any BundledModelProvider.Type) -> String?
  ) throws(TaskError) {
    let options = settings.planOptions()
    let bundle = try settings.bundle(bundledPath: BundledModelLookup.provider.flatMap(bundled))
    try self.init(bundle, namesGestures: namesGestures, options: options)
  }

  /// Reads all networks of a gesture recognizer's bundle, or of a hand landmarker's, and then prepares them. The time
  /// of options that have started is for all of them.
  package init(_ bundle: TaskBundle, namesGestures: Bool, options: PlanOptions) throws(TaskError) {
    typealias Files = ModelConstants.Files
    let hands = namesGestures ? try bundle.bundle(named: Files.handLandmarkerBundle) : bundle
    let palmDetector = try Network(
      Files.palmDetector, of: hands, options: options, inputs: [PictureInput.shape],
      outputs: ModelConstants.Palm.outputShapes)
    palmInput = try PictureInput(of: palmDetector)
    let handLandmarks = try Network(
      Files.handLandmarks, of: hands, options: options, inputs: [PictureInput.shape],
      outputs: ModelConstants.Landmarks.outputShapes)
    landmarkInput = try PictureInput(of: handLandmarks)
    let gestures =
      namesGestures ? try GestureModel(bundle.bundle(named: Files.gestureBundle), options: options) : nil
    // Everything is right: now the work begins.
    self.palmDetector = try palmDetector.prepared()
    self.handLandmarks = try handLandmarks.prepared()
    self.gestures = try gestures.map { gestures throws(TaskError) in try gestures.prepared() }
  }

  /// Whether a ``GestureRecognizer`` can be made of it; a ``HandLandmarker`` always can.
  public var namesGestures: Bool { gestures != nil }

  /// Bytes of weights and emitted code that all tasks of the model share. A task's own bytes come in addition.
  public var memoryFootprint: MemoryFootprint {
    var networks = [palmDetector, handLandmarks]
    if let gestures {
      networks.append(gestures.embedder)
      networks += gestures.classifiers.map(\.network)
    }
    return MemoryFootprint(sharedBy: networks.map(\.state))
  }
}
