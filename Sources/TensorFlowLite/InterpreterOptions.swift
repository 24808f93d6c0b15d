extension Interpreter {
  /// How an interpreter runs.
  public struct Options: Equatable, Hashable, Sendable {
    /// The threads that share the work of each operator; nil, the default, means 1. Results do not depend on it.
    public var threadCount: Int?
    /// Kept, without effect: all kernels are the engine's own.
    public var isXNNPackEnabled = false

    /// The defaults.
    public init() {}
  }
}

/// The name that ``Interpreter/Options`` had before TensorFlow Lite 2.
@available(*, deprecated, renamed: "Interpreter.Options")
public typealias InterpreterOptions = Interpreter.Options
