import MachineCode
import TFLiteFormat
import TensorKernels

/// Choices made when a model is prepared.
public struct PlanOptions: Sendable {
  /// The kernels to use; nil for the fastest of each layer, or those that the environment variable `MUDRA_KERNELS`
  /// names.
  public var provider: KernelProvider?
  /// The arithmetic of the kernels.
  public var precision: Precision
  /// Whether activations, padding, additions and 1×1 convolutions are fused into their neighbors. Results are the same
  /// up to rounding.
  public var fusion: Bool
  /// The limits on what the model may ask for.
  public var limits: ModelLimits
  /// Operators beyond TFLite's own that models may use, by default MediaPipe's; the last one of a given name applies.
  public var customOperators: [AnyCustomOperator]
  /// The common deadline for everything prepared and run with these options; nil if `limits.time` applies to each
  /// separately.
  package private(set) var startedDeadline: Deadline?

  /// The defaults: the fastest kernels, exact arithmetic, fusion, default limits, MediaPipe's custom operators.
  public init(
    provider: KernelProvider? = nil, precision: Precision = .exact, fusion: Bool = true,
    limits: ModelLimits = ModelLimits(), customOperators: [AnyCustomOperator] = MediaPipeOperators.all
  ) {
    self.provider = provider
    self.precision = precision
    self.fusion = fusion
    self.limits = limits
    self.customOperators = customOperators
  }

  /// The same with a single time limit, starting now, and a single memory limit for everything prepared and run with
  /// them.
  package func started() -> PlanOptions {
    var options = self
    options.startedDeadline = Deadline(in: limits.time)
    options.memory = MemoryAccount()
    return options
  }

  /// What is held by everything prepared with started options, and by what was read of the file.
  private(set) var memory: MemoryAccount?

  /// Counts memory of the file, for as long as the options are used.
  package func hold(byteCount: Int) { memory?.hold(byteCount) }

  /// Whether the model outlives what is prepared.
  var keepsModel = false

  /// The limits for what is prepared next: the rest of a single memory limit, once the options have started.
  var remainingLimits: ModelLimits {
    var limits = limits
    limits.memoryByteCount = max(limits.memoryByteCount - (memory?.byteCount ?? 0), 0)
    return limits
  }

  /// The same for a part whose memory is counted as a whole, or in another account.
  func parts(limits: ModelLimits, memory: MemoryAccount? = nil) -> PlanOptions {
    var options = self
    options.limits = limits
    options.memory = memory
    return options
  }

  /// The deadline of work that starts now.
  package var currentDeadline: Deadline? { startedDeadline ?? Deadline(in: limits.time) }

  /// The budget for reading a file of this size in the options' time.
  package func readingBudget(fileByteCount: Int) -> ReadingBudget {
    let deadline = currentDeadline
    return ReadingBudget(fileByteCount: fileByteCount) { () throws(FormatError) in
      do throws(ModelError) {
        try deadline?.check()
      } catch {
        switch error {
        case .tooSlow(let limit): throw .tooSlow(limit: limit)
        case .waitedTooLong(let limit): throw .waitedTooLong(limit: limit)
        default: break
        }
      }
    }
  }

  /// The environment's provider if the options name none.
  package func resolvedProvider() throws(ModelError) -> KernelProvider? {
    if let value = MachineCodeSupport.unknownSetting {
      throw .unknownMachineCode(value, expected: MachineCodeSupport.settings)
    }
    if let provider { return provider }
    guard let name = KernelProvider.environmentValue else { return nil }
    guard let provider = KernelProvider(rawValue: name), KernelProvider.available.contains(provider) else {
      throw .unknownProvider(name)
    }
    return provider
  }
}
