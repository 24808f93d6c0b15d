import MudraPlatform
import TFLiteFormat
import TensorRuntime

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// The options of all tasks, checked and as a value, for a task to keep.
package struct TaskSettings: Sendable {
  /// The bundle's path; empty for the one that comes with the package.
  package let modelPath: String
  /// The bundle's bytes, instead of its path.
  package let modelData: Data?
  /// The kind of input that the task processes.
  package let runningMode: RunningMode
  /// What is known about the pictures.
  package let inputProperties: InputProperties
  /// Threads of a network; nil if the options do not say.
  package let threads: Int?
  /// The kernels of the networks; nil for the library's choice.
  package let kernelProvider: KernelProvider?
  /// The arithmetic of the networks.
  package let precision: Precision
  /// The limits on the networks.
  package let modelLimits: ModelLimits
  /// The limits on reading the bundle.
  package let bundleLimits: BundleLimits
  /// Whether results report how long they took.
  package let reportsTimings: Bool

  /// Checks options in order of declaration.
  ///
  /// - Throws: `TaskError` for an option that cannot be satisfied.
  package init(_ options: TaskOptions) throws(TaskError) {
    let base = options.baseOptions
    guard let path = base.modelAssetPath else { throw .missingModelPath }
    guard base.delegate == .CPU else { throw .delegateNotOffered(base.delegate) }
    if let count = base.numThreads, count < 1 { throw .invalidThreadCount(count) }
    try base.kernelProvider?.requireAvailable()
    modelPath = path
    modelData = base.modelAssetBuffer
    runningMode = options.runningMode
    inputProperties = options.inputProperties
    threads = base.numThreads
    kernelProvider = base.kernelProvider
    precision = base.precision
    modelLimits = base.modelLimits
    bundleLimits = base.bundleLimits
    reportsTimings = base.reportsTimings
  }

  /// The number of threads that share the work of a network.
  package func threadCount(sharesModel: Bool) -> Int {
    threads ?? ThreadCount.automatic(for: runningMode, sharesModel: sharesModel)
  }

  /// The options for preparing networks. Their time limit starts now, for all of them together.
  package func planOptions() -> PlanOptions {
    PlanOptions(provider: kernelProvider, precision: precision, limits: modelLimits).started()
  }

  /// The bundle that the options name, or the one that comes with the package.
  ///
  /// - Throws: `TaskError.severalModels`, `TaskError.unreadableBundle`, or what `bundledPath` throws.
  package func bundle(
    _ options: PlanOptions, bundledPath: () throws(TaskError) -> String
  ) throws(TaskError) -> TaskBundle {
    if let modelData {
      guard modelPath.isEmpty else { throw .severalModels }
      return try TaskBundle(data: modelData, limits: bundleLimits, options: options)
    }
    return try TaskBundle(path: modelPath.isEmpty ? bundledPath() : modelPath, limits: bundleLimits, options: options)
  }

  /// Throws unless there is a delegate in live-stream mode and none in the others.
  package func check(liveStreamDelegate delegate: AnyObject?) throws(TaskError) {
    if runningMode == .liveStream {
      guard delegate != nil else { throw .missingLiveStreamDelegate }
    } else if delegate != nil {
      throw .unexpectedLiveStreamDelegate(runningMode)
    }
  }

  /// Throws `TaskError.invalidThreshold` unless a threshold is in 0…1.
  package static func check(_ threshold: Float, _ name: String) throws(TaskError) {
    guard (0...1).contains(threshold) else { throw .invalidThreshold(name: name, value: threshold) }
  }
}

extension KernelProvider {
  /// Throws unless the provider is available on this machine and in this build.
  package func requireAvailable() throws(TaskError) {
    guard Self.available.contains(self) else { throw .unavailableKernelProvider(self) }
  }
}

/// The number of threads that a network runs on if the options do not say.
package enum ThreadCount {
  /// A layer has too little work for more threads than this.
  private static let limit = 8

  /// One thread for a task that shares the machine with others or processes frames; for single pictures, the fast
  /// processors that the process may use.
  package static func automatic(for mode: RunningMode, sharesModel: Bool) -> Int {
    mode == .image && !sharesModel ? min(ProcessorCount.fast, limit) : 1
  }
}

/// The range of a numeric option.
public enum NumberRequirement: String, Sendable, Hashable {
  /// Above 0.
  case positive
  /// 0 or above.
  case notNegative

  /// Throws for a number that is out of range or not finite.
  package func check(_ value: some BinaryFloatingPoint, _ name: String) throws(TaskError) {
    guard value.isFinite, self == .positive ? value > 0 : value >= 0 else {
      throw .invalidNumber(name: name, value: Double(value), expected: self)
    }
  }

  /// Throws for a number that is out of range.
  package func check(_ value: Int, _ name: String) throws(TaskError) {
    try check(Double(value), name)
  }
}
