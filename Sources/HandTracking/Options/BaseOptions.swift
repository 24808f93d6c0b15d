import Foundation
import TensorRuntime

/// Options that every task has: the model and how it runs.
public final class BaseOptions: NSObject, NSCopying {
  /// The path of the model bundle. Empty stands for the bundle that comes with the library `Mudra`.
  public var modelAssetPath = ""
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
