import Foundation
import TFLiteFormat
import TensorRuntime

/// Options that every task has: the model and how it runs.
public final class BaseOptions: NSObject, NSCopying {
  /// The path of the model bundle. Empty, as at first, stands for the bundle that comes with the library `Mudra`.
  ///
  /// It takes a `String`, or the `String?` of `Bundle.main.path(forResource:ofType:)`, as MediaPipe's framework does.
  /// With nil, for a resource that is missing, creating a task throws ``TaskError/missingModelPath``.
  public var modelAssetPath: String! = ""
  /// Where the networks run.
  public var delegate = Delegate.CPU
  /// The bytes of the model bundle, instead of its path; nil, as at first, for the bundle at the path. (MediaPipe has
  /// it in Python and on the Web.)
  public var modelAssetBuffer: Data?
  /// How many threads a network runs on, the caller's included. Results do not depend on it. (Mudra's addition.)
  ///
  /// With nil, as at first, it is the number of processors that the process may use, at most 8, for a task in image
  /// mode, which has one picture to finish; and 1 for a task that follows frames or shares a model: other tasks need
  /// them. More threads than processors are never started.
  public var numThreads: Int?
  /// Which kernels the networks use; nil lets the environment variable `MUDRA_KERNELS` or the library choose.
  /// (Mudra's addition.)
  public var kernelProvider: KernelProvider?
  /// What the networks of a bundle may ask for; the time to prepare them is one for all. (Mudra's addition.)
  public var modelLimits = ModelLimits()
  /// How much of a bundle is read. (Mudra's addition.)
  public var bundleLimits = BundleLimits()
  /// Whether results tell how long their stages took. (Mudra's addition.)
  public var reportsTimings = false

  /// The default options.
  public override init() {}

  /// An independent copy.
  public func copy(with zone: NSZone? = nil) -> Any {
    copied()
  }

  /// An independent copy, as its own type.
  package func copied() -> BaseOptions {
    let copy = BaseOptions()
    copy.modelAssetPath = modelAssetPath
    copy.delegate = delegate
    copy.modelAssetBuffer = modelAssetBuffer
    copy.numThreads = numThreads
    copy.kernelProvider = kernelProvider
    copy.modelLimits = modelLimits
    copy.bundleLimits = bundleLimits
    copy.reportsTimings = reportsTimings
    return copy
  }
}

/// Where the networks run.
public enum Delegate: UInt, Sendable, Hashable, Codable, CaseIterable {
  /// On the processor.
  case CPU
  /// On the graphics processor. Mudra does not offer it: creating a task with it throws
  /// ``TaskError/delegateNotOffered(_:)``.
  case GPU
}
