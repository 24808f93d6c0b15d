import ArgumentParser
import TensorRuntime

/// Options of every command that runs networks.
struct NetworkOptions: ParsableArguments {
  /// The most threads that can be asked for.
  static let threadLimit = 256

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Threads of a network; results do not depend on it.", valueName: "n"))
  var threads = 1

  @Option(help: ArgumentHelp("Kernels to take. By default the fastest of each layer.", valueName: "provider"))
  var kernels: KernelProvider?

  func validate() throws {
    guard (1...Self.threadLimit).contains(threads) else {
      throw ValidationError("--threads is \(threads), expected a number from 1 to \(Self.threadLimit)")
    }
    if let kernels, !KernelProvider.available.contains(kernels) {
      let names = KernelProvider.available.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--kernels is \(kernels.rawValue), expected one that this build has: \(names)")
    }
  }

  /// How networks are prepared.
  var planOptions: PlanOptions { PlanOptions(provider: kernels) }
}

extension Plan {
  /// Multiply-adds of a run; at most what an `Int` holds.
  var multiplyAdds: Int {
    steps.reduce(0) { sum, step in
      let (result, overflow) = sum.addingReportingOverflow(step.multiplyAdds)
      return overflow ? .max : result
    }
  }
}

extension KernelProvider: ExpressibleByArgument {}
