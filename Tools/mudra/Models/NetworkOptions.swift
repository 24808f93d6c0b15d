import ArgumentParser
import TensorRuntime

/// Options of every command that runs networks.
struct NetworkOptions: ParsableArguments {
  /// The maximum number of threads.
  static let threadLimit = 256

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Threads of a network; results do not depend on it.", valueName: "n"))
  var threads = 1

  @Option(help: ArgumentHelp("Kernels to take. By default the fastest of each layer.", valueName: "provider"))
  var kernels: KernelProvider?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The most memory that a network may ask for.", valueName: "MiB"))
  var maxMemory = ModelLimits().memoryByteCount >> 20

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most multiply-adds of a network's run, in millions.", valueName: "n"))
  var maxMultiplyAdds = ModelLimits().multiplyAdds / 1_000_000

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The longest that preparing or running a network may take; by default 60; 2 for a check.",
      valueName: "seconds"))
  var maxTime: Double?

  @OptionGroup var bundles: BundleLimitOptions

  func validate() throws {
    guard (1...Self.threadLimit).contains(threads) else {
      throw ValidationError("--threads is \(threads), expected a number from 1 to \(Self.threadLimit)")
    }
    for (name, value) in [("--max-memory", maxMemory), ("--max-multiply-adds", maxMultiplyAdds)]
    where !(1...1_000_000_000).contains(value) {
      throw ValidationError("\(name) is \(value), expected a number from 1 to 1000000000")
    }
    if let maxTime, !(0.001...1e6).contains(maxTime) {
      throw ValidationError("--max-time is \(maxTime), expected a number from 0.001 to 1000000")
    }
    if let kernels, !KernelProvider.available.contains(kernels) {
      let names = KernelProvider.available.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--kernels is \(kernels.rawValue), expected one that this build has: \(names)")
    }
  }

  /// The limits of a network, with the time of a command that has its own default.
  func limits(time: Duration? = nil) -> ModelLimits {
    let byteCount = maxMemory << 20
    return ModelLimits(
      tensorByteCount: max(ModelLimits().tensorByteCount, byteCount), memoryByteCount: byteCount,
      multiplyAdds: maxMultiplyAdds * 1_000_000, time: maxTime.map { .seconds($0) } ?? time ?? ModelLimits().time)
  }

  /// The options for preparing networks, with the time of a command that has its own default.
  func planOptions(time: Duration? = nil) -> PlanOptions { PlanOptions(provider: kernels, limits: limits(time: time)) }
}

extension Plan {
  /// Multiply-adds of a run, saturating at `Int.max`.
  var multiplyAdds: Int {
    steps.reduce(0) { sum, step in
      let (result, overflow) = sum.addingReportingOverflow(step.multiplyAdds)
      return overflow ? .max : result
    }
  }
}

extension KernelProvider: ExpressibleByArgument {}
