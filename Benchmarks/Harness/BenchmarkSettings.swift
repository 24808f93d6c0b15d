import TensorRuntime

/// Which kernels a row is measured with.
enum KernelChoice {
  /// The fastest of each layer.
  case automatic
  /// One provider, as far as it goes.
  case provider(KernelProvider)

  /// The word in a row's title.
  var name: String {
    switch self {
    case .automatic: "automatic"
    case .provider(let provider): provider.rawValue
    }
  }

  /// The option of a plan.
  var provider: KernelProvider? {
    if case .provider(let provider) = self { provider } else { nil }
  }
}

/// What is measured, and how long.
struct BenchmarkSettings {
  /// Rows whose title does not contain this are left out.
  let filter: String?
  /// Kernels.
  let choices: [KernelChoice]
  /// Threads of a network.
  let threadCounts: [Int]
  /// Time for each row.
  let seconds: Double

  /// Whether a row is wanted.
  func includes(_ title: String) -> Bool {
    filter.map { title.lowercased().contains($0.lowercased()) } ?? true
  }
}
