import ArgumentParser
import TensorRuntime

/// Limits for everything that a file's networks take, which commands with strangers' files set lower.
struct PreparationOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum memory for a file and its networks; by default 768, for check and inspect 512.",
      valueName: "MiB"))
  var maxMemory: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum time for preparing or running a network; by default 60, for reading and everything else in check "
        + "and inspect 2. Processor time counts; waiting may take ten times as long.",
      valueName: "seconds"))
  var maxTime: Double?

  func validate() throws {
    if let maxMemory, !(1...1_000_000_000).contains(maxMemory) {
      throw ValidationError("--max-memory is \(maxMemory), expected a number from 1 to 1000000000")
    }
    if let maxTime, !(0.001...1e6).contains(maxTime) {
      throw ValidationError("--max-time is \(maxTime), expected a number from 0.001 to 1000000")
    }
  }

  /// The default limits for a file from a stranger, which is judged within seconds. A debug build may be far slower.
  static let untrusted = ModelLimits(
    memoryByteCount: 512 << 20, time: BuildKind.name == "debug" ? ModelLimits().time : .seconds(2))

  /// The limits, with defaults that depend on the command.
  func limits(_ defaults: ModelLimits = ModelLimits()) -> ModelLimits {
    var limits = defaults
    if let maxMemory {
      limits.memoryByteCount = maxMemory << 20
      limits.tensorByteCount = max(limits.tensorByteCount, limits.memoryByteCount)
    }
    if let maxTime { limits.time = .seconds(maxTime) }
    return limits
  }
}
