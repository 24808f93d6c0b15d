import TensorKernels

/// Choices made when a model is prepared.
public struct PlanOptions: Sendable {
  /// Kernels to take; nil for the fastest of each layer, or what the environment variable `MUDRA_KERNELS` names.
  public var provider: KernelProvider?
  /// Whether activations, padding, additions and 1×1 convolutions are fused into their neighbors. The values are the
  /// same to rounding.
  public var fusion: Bool
  /// What the model may ask for.
  public var limits: ModelLimits
  /// Operators beyond TFLite's own that models may use, by default MediaPipe's; the last of a name counts.
  public var customOperators: [any CustomOperator.Type]
  /// When everything that is prepared with these options, and run by an interpreter, must be done; nil where
  /// `limits.time` is for each alone.
  private var deadline: Deadline?

  /// The defaults: fastest kernels, fusion on, the limits' defaults, MediaPipe's custom operators.
  public init(
    provider: KernelProvider? = nil, fusion: Bool = true, limits: ModelLimits = ModelLimits(),
    customOperators: [any CustomOperator.Type] = MediaPipeOperators.all
  ) {
    self.provider = provider
    self.fusion = fusion
    self.limits = limits
    self.customOperators = customOperators
  }

  /// The same with one time, from now, for everything that is prepared and run with them.
  package func started() -> PlanOptions {
    var options = self
    options.deadline = Deadline(in: limits.time)
    return options
  }

  /// When what begins now must be done.
  package var currentDeadline: Deadline? { deadline ?? Deadline(in: limits.time) }

  /// The provider to use, with the environment's word where the options say nothing.
  package func resolvedProvider() throws(ModelError) -> KernelProvider? {
    if let provider { return provider }
    guard let name = KernelProvider.environmentValue else { return nil }
    guard let provider = KernelProvider(rawValue: name), KernelProvider.available.contains(provider) else {
      throw .unknownProvider(name)
    }
    return provider
  }
}
