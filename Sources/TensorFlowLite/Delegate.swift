/// Hardware that TensorFlow Lite can hand operators to.
///
/// There is none here: every model runs on the processor, with the same results. The types exist so that code that asks
/// for a delegate compiles and runs.
public protocol Delegate: AnyObject {}

/// The delegate for Metal, which has no effect.
public final class MetalDelegate: Delegate {
  /// The options that the delegate was made with.
  public let options: Options

  /// A delegate without effect.
  public init(options: Options = Options()) { self.options = options }

  /// What a GPU may do.
  public struct Options: Equatable, Hashable, Sendable {
    /// Whether it may compute in half precision.
    public var isPrecisionLossAllowed = false
    /// How a thread waits for it.
    public var waitType: ThreadWaitType = .passive
    /// Whether it may run quantized models.
    public var isQuantizationEnabled = true

    /// The defaults of TensorFlow Lite.
    public init() {}
  }
}

/// How a thread waits for a GPU.
public enum ThreadWaitType: Equatable, Hashable, Sendable {
  /// It does not.
  case none
  /// It sleeps until the work is done.
  case passive
  /// It looks often.
  case active
  /// It keeps the GPU from sleeping.
  case aggressive
}

/// The delegate for Core ML, which never exists here, as on devices without a Neural Engine.
public final class CoreMLDelegate: Delegate {
  /// The options that the delegate was made with.
  public let options: Options

  /// Nil, as where Core ML has no Neural Engine.
  public init?(options: Options = Options()) { return nil }

  /// What Core ML may do.
  public struct Options: Equatable, Hashable, Sendable {
    /// On which devices the delegate exists.
    public var enabledDevices: EnabledDevices = .neuralEngine
    /// The version of Core ML; 0 for the newest.
    public var coreMLVersion = 0
    /// The maximum number of parts of a model; 0 for no limit.
    public var maxDelegatedPartitions = 0
    /// The minimum number of operators of a part.
    public var minNodesPerPartition = 2

    /// The defaults of TensorFlow Lite.
    public init() {}
  }

  /// Devices on which the delegate exists.
  public enum EnabledDevices: Equatable, Hashable, Sendable {
    /// All of them.
    case all
    /// Those with a Neural Engine.
    case neuralEngine
  }
}
