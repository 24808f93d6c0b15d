import TensorRuntime
import VisionCore

extension TaskSettings {
  /// Checks options in order of declaration.
  ///
  /// - Throws: `TaskError` for an option that cannot be satisfied.
  package init(_ options: TaskOptions) throws(TaskError) {
    let base = options.baseOptions
    guard base.modelAssetPath != nil else { throw .missingModelPath }
    guard base.delegate == .CPU else { throw .delegateNotOffered(base.delegate) }
    self.init()
    runningMode = options.runningMode
    inputProperties = options.inputProperties
    threads = base.numThreads
    kernelProvider = base.kernelProvider
    precision = base.precision
    modelLimits = base.modelLimits
    bundleLimits = base.bundleLimits
    reportsTimings = base.reportsTimings
    try check()
  }

  /// Throws unless there is a delegate in live-stream mode and none in the others.
  package func check(liveStreamDelegate delegate: AnyObject?) throws(TaskError) {
    if runningMode == .liveStream {
      guard delegate != nil else { throw .missingLiveStreamDelegate }
    } else if delegate != nil {
      throw .unexpectedLiveStreamDelegate(runningMode)
    }
  }
}

extension BaseOptions {
  /// The bundle that the options name, or the one that comes with the package, in the time of `options`.
  ///
  /// - Throws: `TaskError.severalModels`, `TaskError.unreadableBundle`, or what `bundledPath` throws.
  package func bundle(
    _ options: PlanOptions, bundledPath: () throws(TaskError) -> String
  ) throws(TaskError) -> TaskBundle {
    guard let path = modelAssetPath else { throw .missingModelPath }
    if let modelAssetBuffer {
      guard path.isEmpty else { throw .severalModels }
      return try TaskBundle(data: modelAssetBuffer, limits: bundleLimits, options: options)
    }
    return try TaskBundle(path: path.isEmpty ? bundledPath() : path, limits: bundleLimits, options: options)
  }
}
