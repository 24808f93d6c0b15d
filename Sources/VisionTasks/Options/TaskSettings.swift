import Foundation
import Platform
import TFLiteFormat
import TensorRuntime

/// The options that every task has, checked and as a value: what a task keeps of them.
package struct TaskSettings: Sendable {
  /// The bundle's path; empty for the one that comes with the package.
  package let modelPath: String
  /// The bundle's bytes, instead of its path.
  package let modelData: Data?
  /// What the task is fed with.
  package let runningMode: RunningMode
  /// What is known of the pictures.
  package let inputFacts: InputFacts
  /// Threads of a network; nil where the options leave it open.
  package let threads: Int?
  /// The kernels of the networks; nil for the library's choice.
  package let kernelProvider: KernelProvider?
  /// What the networks may ask for.
  package let modelLimits: ModelLimits
  /// How much of the bundle is read.
  package let bundleLimits: BundleLimits
  /// Whether results tell how long they took.
  package let reportsTimings: Bool

  /// Checks options in the order in which they are declared.
  ///
  /// - Throws: `TaskError` for an option that cannot be met.
  package init(_ options: TaskOptions) throws(TaskError) {
    let base = options.baseOptions
    guard let path = base.modelAssetPath else { throw .missingModelPath }
    guard base.delegate == .CPU else { throw .delegateNotOffered(base.delegate) }
    if let count = base.numThreads, count < 1 { throw .invalidThreadCount(count) }
    try base.kernelProvider?.requireAvailable()
    modelPath = path
    modelData = base.modelAssetBuffer
    runningMode = options.runningMode
    inputFacts = options.inputFacts
    threads = base.numThreads
    kernelProvider = base.kernelProvider
    modelLimits = base.modelLimits
    bundleLimits = base.bundleLimits
    reportsTimings = base.reportsTimings
  }

  /// How many threads share the work of a network.
  package func threadCount(sharesModel: Bool) -> Int {
    threads ?? ThreadCount.automatic(for: runningMode, sharesModel: sharesModel)
  }

  /// How networks are prepared. Their time runs from now on, for all of them together.
  package func planOptions() -> PlanOptions {
    PlanOptions(provider: kernelProvider, limits: modelLimits).started()
  }

  /// The bundle that the options name, or the one that comes with the package.
  ///
  /// - Throws: `TaskError.severalModels`, `TaskError.noModel` or `TaskError.unreadableBundle`.
  package func bundle(bundledPath: @autoclosure () -> String?) throws(TaskError) -> TaskBundle {
    if let modelData {
      guard modelPath.isEmpty else { throw .severalModels }
      return try TaskBundle(data: modelData, limits: bundleLimits)
    }
    guard let path = modelPath.isEmpty ? bundledPath() : modelPath else { throw .noModel }
    return try TaskBundle(path: path, limits: bundleLimits)
  }

  /// Throws unless there is a delegate in live-stream mode and none in the others.
  package func check(liveStreamDelegate delegate: AnyObject?) throws(TaskError) {
    if runningMode == .liveStream {
      guard delegate != nil else { throw .missingLiveStreamDelegate }
    } else if delegate != nil {
      throw .unexpectedLiveStreamDelegate(runningMode)
    }
  }

  /// Throws `TaskError.invalidThreshold` unless a threshold lies in 0…1.
  package static func check(_ threshold: Float, _ name: String) throws(TaskError) {
    guard (0...1).contains(threshold) else { throw .invalidThreshold(name: name, value: threshold) }
  }
}

extension KernelProvider {
  /// Throws unless the provider is there on this machine and in this build.
  package func requireAvailable() throws(TaskError) {
    guard Self.available.contains(self) else { throw .unavailableKernelProvider(self) }
  }
}

/// How many threads a network runs on where the options leave it open.
package enum ThreadCount {
  /// More threads than this find too little work in a layer.
  private static let limit = 8

  /// One thread for a task that shares the machine with others or keeps up with frames, the processors that the process
  /// may use for single pictures.
  package static func automatic(for mode: RunningMode, sharesModel: Bool) -> Int {
    mode == .image && !sharesModel ? min(ProcessorCount.available, limit) : 1
  }
}

/// What an option's number must be.
public enum NumberBound: String, Sendable, Hashable {
  /// Above 0.
  case positive
  /// 0 or above.
  case notNegative

  /// Throws for a number that is not so, or is not finite.
  package func check(_ value: some BinaryFloatingPoint, _ name: String) throws(TaskError) {
    guard value.isFinite, self == .positive ? value > 0 : value >= 0 else {
      throw .invalidNumber(name: name, value: Double(value), expected: self)
    }
  }

  /// Throws for a number that is not so.
  package func check(_ value: Int, _ name: String) throws(TaskError) {
    try check(Double(value), name)
  }
}
