import Mudra

/// Opening the bundle and preparing its networks, in a process that has already done so once.
enum PreparationBenchmarks {
  /// Measures the gesture recognizer with each choice of kernels.
  static func run(_ report: inout BenchmarkReport) throws {
    let title = "gesture recognizer, preparation of the bundle"
    guard report.settings.includes(title) else { return }
    report.begin("Preparation\n\(BenchmarkRow.header)")
    let contenders = report.settings.choices.map { choice in
      Contender(choice.name, threads: 1) {
        let options = GestureRecognizerOptions()
        options.baseOptions.kernelProvider = choice.provider
        _ = try GestureRecognizer(options: options)
      }
    }
    let durations = try report.measure(title, isWarm: false, contenders)
    for (choice, times) in zip(report.settings.choices, durations) where choice.isAutomatic {
      report.add(Figure(title, times.median, "ms", promise: .atMost(60)))
    }
  }
}
