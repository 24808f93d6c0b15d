import MudraPlatform
import TFLiteFormat
import TensorRuntime

/// The options of all tasks as a value, besides where the model is.
package struct TaskSettings: Sendable {
  /// The kind of input that the task processes.
  package var runningMode = RunningMode.image
  /// What is known about the pictures.
  package var inputProperties = InputProperties()
  /// Threads of a network; nil if the options do not say.
  package var threads: Int?
  /// The kernels of the networks; nil for the library's choice.
  package var kernelProvider: KernelProvider?
  /// The arithmetic of the networks.
  package var precision = Precision.exact
  /// The limits on the networks.
  package var modelLimits = ModelLimits()
  /// The limits on reading the bundle.
  package var bundleLimits = BundleLimits()
  /// Whether results report how long they took.
  package var reportsTimings = false

  /// The default options.
  package init() {}

  /// Throws `TaskError` for an option that cannot be satisfied.
  package func check() throws(TaskError) {
    if let threads, threads < 1 { throw .invalidThreadCount(threads) }
    try kernelProvider?.requireAvailable()
  }

  /// The number of threads that share the work of a network.
  package func threadCount(sharesModel: Bool) -> Int {
    threads ?? ThreadCount.automatic(for: runningMode, sharesModel: sharesModel)
  }

  /// The options for preparing networks. Their time limit starts now, for all of them together.
  package func planOptions() -> PlanOptions {
    PlanOptions(provider: kernelProvider, precision: precision, limits: modelLimits).started()
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
