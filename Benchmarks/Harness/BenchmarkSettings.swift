import TensorRuntime

/// The kernels with which a row is measured.
enum KernelChoice {
  /// The fastest of each layer.
  case automatic
  /// One provider, for the layers that it supports.
  case provider(KernelProvider)

  /// The name of the contender in a row.
  var name: String {
    switch self {
    case .automatic: "Mudra"
    case .provider(let provider): "Mudra \(provider.rawValue)"
    }
  }

  /// The option of a plan.
  var provider: KernelProvider? {
    if case .provider(let provider) = self { provider } else { nil }
  }

  /// Promises apply to the fastest kernels.
  var isAutomatic: Bool { provider == nil }
}

/// What to measure, and for how long.
struct BenchmarkSettings {
  /// Work whose title does not contain this is skipped.
  let filter: String?
  /// Kernels.
  let choices: [KernelChoice]
  /// Threads of a network.
  let threadCounts: [Int]
  /// Measured time for each row.
  let seconds: Double
  /// A picture to use instead of the rendered hands.
  let picturePath: String?
  /// A folder with further `.tflite` models.
  let modelFolder: String?

  /// Whether to measure some work.
  func includes(_ title: String) -> Bool {
    filter.map { title.lowercased().contains($0.lowercased()) } ?? true
  }

  /// The settings of the work itself, as options of the command.
  var arguments: [String] {
    var arguments = ["--threads", threadCounts.map(String.init).joined(separator: ",")]
    if let filter { arguments += ["--filter", filter] }
    if let picturePath { arguments += ["--image", picturePath] }
    if let modelFolder { arguments += ["--models", modelFolder] }
    return arguments
  }

  /// A picture to use.
  func picture(handCount: Int = 1, width: Int = 640, height: Int = 480) throws -> BenchmarkPicture {
    try BenchmarkPicture(path: picturePath, handCount: handCount, width: width, height: height)
  }
}
