import TensorRuntime

extension Interpreter {
  /// How an interpreter runs. All but the first two are Mudra's own.
  public struct Options: Sendable {
    /// The threads that share the work of each operator; nil, the default, means 1. Results do not depend on it.
    public var threadCount: Int?
    /// Kept, without effect: all kernels are the engine's own.
    public var isXNNPackEnabled = false
    /// The limits on what the model may ask for: memory, multiply-adds, time.
    public var modelLimits = ModelLimits()
    /// The limits for reading the file.
    public var bundleLimits = BundleLimits()
    /// Whether a model's file is mapped, as TensorFlow Lite does, instead of read. Then the file must not change while
    /// the interpreter exists: if it is cut off, the process ends.
    public var mapsModelFile = false
    /// The arithmetic of the kernels.
    public var precision = Precision.exact
    /// The kernels to use; nil, the default, for the fastest of each layer.
    public var kernelProvider: KernelProvider?
    /// Operators beyond TFLite's own that the model may use, by default MediaPipe's.
    public var customOperators: [AnyCustomOperator] = MediaPipeOperators.all

    /// The defaults.
    public init() {}

    var planOptions: PlanOptions {
      PlanOptions(
        provider: kernelProvider, precision: precision, limits: modelLimits, customOperators: customOperators)
    }
  }
}

extension Interpreter.Options: Hashable {
  /// Everything but the custom operators, whose types are not hashable.
  private var values: [AnyHashable] {
    [threadCount, isXNNPackEnabled, modelLimits, bundleLimits, mapsModelFile, precision, kernelProvider]
  }

  /// Whether both have the same values and the same types of custom operators.
  public static func == (left: Self, right: Self) -> Bool {
    left.values == right.values
      && left.customOperators.map { ObjectIdentifier($0) } == right.customOperators.map { ObjectIdentifier($0) }
  }

  /// Hashes the values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}

/// The name that ``Interpreter/Options`` had before TensorFlow Lite 2.
@available(*, deprecated, renamed: "Interpreter.Options")
public typealias InterpreterOptions = Interpreter.Options
