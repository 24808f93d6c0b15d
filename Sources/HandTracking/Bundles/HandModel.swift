import Foundation
import TFLiteFormat
import TensorRuntime

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
  package let palmDetector: PictureNetwork
  /// Finds the landmarks of a hand.
  package let handLandmarks: PictureNetwork
  /// Name gestures; nil for the bundle of a hand landmarker.
  package let gestures: GestureModel?

  /// The gesture recogniser's bundle that comes with the library `Mudra`; it serves both tasks.
  ///
  /// - Parameter kernelProvider: which kernels the networks use; nil lets the environment variable `MUDRA_KERNELS` or
  ///   the library choose.
  /// - Throws: `TaskError.noModel` without the library Mudra, and `TaskError` if the bundle cannot be opened.
  public convenience init(kernelProvider: KernelProvider? = nil) throws(TaskError) {
    guard let path = BundledModelLookup.provider?.gestureRecognizerPath else { throw .noModel }
    try self.init(path: path, kernelProvider: kernelProvider)
  }

  /// The bundle of a hand landmarker or gesture recogniser in a file.
  ///
  /// - Throws: `TaskError` if the bundle cannot be opened or is none of these tasks.
  public convenience init(
    path: String, kernelProvider: KernelProvider? = nil, limits: ModelLimits = ModelLimits(),
    bundleLimits: BundleLimits = BundleLimits()
  ) throws(TaskError) {
    let options = PlanOptions(provider: kernelProvider, limits: limits).started()
    try self.init(bundle: try TaskBundle(path: path, limits: bundleLimits), options)
  }

  /// The bundle of a hand landmarker or gesture recogniser in memory. Nothing refers to the bytes afterwards.
  ///
  /// - Throws: `TaskError` if the bytes are no bundle of these tasks.
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

  /// Prepares the networks of a gesture recogniser's bundle, or of a hand landmarker's. The time of options that have
  /// started is for all of them.
  package init(_ bundle: TaskBundle, namesGestures: Bool, options: PlanOptions) throws(TaskError) {
    typealias Files = ModelConstants.Files
    typealias Palm = ModelConstants.Palm
    let coordinates = 3 * ModelConstants.Landmarks.count
    let hands = namesGestures ? try bundle.bundle(named: Files.handLandmarkerBundle) : bundle
    let palmDetector = try PictureNetwork.read(
      Files.palmDetector, of: hands, outputs: [[1, Palm.boxCount, Palm.valuesPerBox], [1, Palm.boxCount, 1]],
      options: options)
    // Its outputs go by position: landmarks, presence, handedness, world landmarks.
    let handLandmarks = try PictureNetwork.read(
      Files.handLandmarks, of: hands, outputs: [[1, coordinates], [1, 1], [1, 1], [1, coordinates]], options: options)
    let gestures =
      namesGestures ? try GestureNetworks(bundle.bundle(named: Files.gestureBundle), options: options) : nil
    // Everything is right: now the work begins.
    self.palmDetector = try PictureNetwork(palmDetector)
    self.handLandmarks = try PictureNetwork(handLandmarks)
    self.gestures = try gestures.map { networks throws(TaskError) in try GestureModel(networks) }
  }

  /// Whether a ``GestureRecognizer`` can be made of it; a ``HandLandmarker`` always can.
  public var namesGestures: Bool { gestures != nil }

  /// Bytes of weights and emitted code that all tasks of the model share. A task's own bytes come in addition.
  public var memoryFootprint: MemoryFootprint {
    var networks = [palmDetector.network, handLandmarks.network]
    if let gestures {
      networks.append(gestures.embedder)
      networks += gestures.classifiers.map(\.network)
    }
    return MemoryFootprint(sharedBy: networks.map(\.plan))
  }
}
