import ArgumentParser
import TensorRuntime

/// Options of every command that runs networks.
struct NetworkOptions: ParsableArguments {
  /// The maximum number of threads.
  static let threadLimit = 256

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Threads per network; results do not depend on it.", valueName: "n"))
  var threads = 1

  @Option(help: ArgumentHelp("Kernels to use. By default the fastest for each layer.", valueName: "provider"))
  var kernels: KernelProvider?

  @Option(
    help: ArgumentHelp(
      "Arithmetic of the networks: exact, or fast, with 16-bit integers where that is faster.", valueName: "precision"))
  var precision = Precision.exact

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum multiply-adds per run of a network, in millions.", valueName: "n", visibility: .hidden))
  var maxMultiplyAdds = ModelLimits().multiplyAdds / 1_000_000

  @OptionGroup var preparation: PreparationOptions
  @OptionGroup var bundles: BundleLimitOptions

  func validate() throws {
    try OptionRange.check("--threads", threads, in: 1...Self.threadLimit)
    try OptionRange.check("--max-multiply-adds", maxMultiplyAdds, in: 1...1_000_000_000)
    try Self.check(kernels)
  }

  /// Throws if this build does not have the kernels.
  static func check(_ kernels: KernelProvider?) throws {
    guard let kernels, !KernelProvider.available.contains(kernels) else { return }
    let names = KernelProvider.available.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("--kernels is \(kernels.rawValue), expected one of this build's: \(names)")
  }

  /// The limits of networks, with defaults that depend on the command.
  func limits(_ defaults: ModelLimits = ModelLimits()) -> ModelLimits {
    var limits = preparation.limits(defaults)
    limits.multiplyAdds = maxMultiplyAdds * 1_000_000
    return limits
  }

  /// The options for preparing networks, with defaults that depend on the command.
  func planOptions(_ defaults: ModelLimits = ModelLimits()) -> PlanOptions {
    PlanOptions(provider: kernels, precision: precision, limits: limits(defaults))
  }
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
extension Precision: ExpressibleByArgument {}
