import ArgumentParser
import TensorRuntime

/// Limits for everything that a file's networks take, which commands with strangers' files set lower.
struct PreparationOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum memory for a file and its networks (default: 768; check and inspect: 512).", valueName: "MiB",
      visibility: .hidden))
  var maxMemory: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum processor time to prepare or run a network (default: 60; check and inspect: 2, for all their work). "
        + "Waiting may take ten times as long.", valueName: "seconds", visibility: .hidden))
  var maxTime: Double?

  func validate() throws {
    try OptionRange.check("--max-memory", maxMemory, in: 1...1_000_000_000)
    try OptionRange.check("--max-time", maxTime, in: 0.001...1e6)
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
