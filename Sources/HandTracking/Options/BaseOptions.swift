import Foundation
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
  /// How many threads a network runs on, the caller's included. Results do not depend on it. (Mudra's addition.)
  public var numThreads = 1
  /// Which kernels the networks use; nil lets the environment variable `MUDRA_KERNELS` or the library choose.
  /// (Mudra's addition.)
  public var kernelProvider: KernelProvider?

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
    copy.numThreads = numThreads
    copy.kernelProvider = kernelProvider
    return copy
  }
}
