import HandCore
import TensorRuntime
import VisionTasks

extension HandModel {
  /// The gesture recognizer's bundle that comes with the library `Mudra`; both tasks can use it.
  ///
  /// - Parameters:
  ///   - kernelProvider: the kernels that the networks use; nil lets the environment variable `MUDRA_KERNELS` or the
  ///     library choose.
  ///   - precision: the arithmetic of the networks.
  /// - Throws: `TaskError.noModel` if `Mudra` is not linked, `.missingBundledModel` if its resources were not
  ///   shipped, `.unavailableKernelProvider`.
  public convenience init(
    kernelProvider: KernelProvider? = nil, precision: Precision = .exact
  ) throws(TaskError) {
    try self.init(
      path: try BundledModelLookup.path { $0.gestureRecognizerPath }, kernelProvider: kernelProvider,
      precision: precision)
  }

  /// The model that a task's options name, or the one that comes with the package; with networks in fast precision
  /// beside exact ones if a frame budget may need them.
  package convenience init(
    _ settings: HandSettings, of base: BaseOptions, namesGestures: Bool,
    bundled: (any BundledModelProvider.Type) -> String?
  ) throws(TaskError) {
    let options = settings.task.planOptions()
    var bundle = try base.bundle(options) { () throws(TaskError) in try BundledModelLookup.path(bundled) }
    guard settings.frameBudget != nil, options.precision == .exact else {
      bundle.isReadOnce = true
      try self.init(bundle, namesGestures: namesGestures, options: options)
      return
    }
    var fastOptions = options
    fastOptions.precision = .fast
    let hands = namesGestures ? try bundle.bundle(named: ModelConstants.Files.handLandmarkerBundle) : bundle
    try self.init(
      HandModel(bundle, namesGestures: namesGestures, options: options),
      fast: HandModel(hands, namesGestures: false, options: fastOptions))
  }
}
