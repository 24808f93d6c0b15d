import TFLiteFormat
import TensorRuntime

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

/// Options of all tasks: the model and how it runs.
public final class BaseOptions: NSObject, NSCopying {
  /// The path of the model bundle. An empty path, the default, means the bundle that comes with the library `Mudra`.
  ///
  /// It takes a `String`, or the `String?` of `Bundle.main.path(forResource:ofType:)`, as MediaPipe's framework does.
  /// With nil, for a resource that is missing, creating a task throws ``TaskError/missingModelPath``.
  public var modelAssetPath: String! = ""
  /// Where the networks run.
  public var delegate = Delegate.CPU
  /// The bytes of the model bundle, instead of its path; nil, the default, for the bundle at the path. (MediaPipe has
  /// this in Python and on the Web.)
  public var modelAssetBuffer: Data?
  /// The number of threads that a network runs on, including the caller's. Results do not depend on it. (Mudra's
  /// addition.)
  ///
  /// With nil, the default, it is the number of fast processors that the process may use, at most 8, for a task in
  /// image mode, which has a single picture to finish; and 1 for a task that processes frames or shares a model, since
  /// other tasks need the processors. No more threads than processors are started.
  public var numThreads: Int?
  /// The kernels that the networks use; nil lets the environment variable `MUDRA_KERNELS` or the library choose.
  /// (Mudra's addition.)
  public var kernelProvider: KernelProvider?
  /// The arithmetic of the networks. `exact`, the default, gives MediaPipe's numbers; `fast` uses 16-bit integers where
  /// that is faster. (Mudra's addition.)
  public var precision = Precision.exact
  /// The limits on the networks of a bundle; the time to prepare them is for all together. (Mudra's addition.)
  public var modelLimits = ModelLimits()
  /// The limits on reading a bundle. (Mudra's addition.)
  public var bundleLimits = BundleLimits()
  /// Whether results report how long their steps took. (Mudra's addition.)
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
    copy.precision = precision
    copy.modelLimits = modelLimits
    copy.bundleLimits = bundleLimits
    copy.reportsTimings = reportsTimings
    return copy
  }
}
