import TensorRuntime

/// Each network by itself, ours with each number of threads and the peers', interleaved.
enum NetworkBenchmarks {
  /// Measures every network; with `operators`, also each of its operators.
  static func run(_ report: inout BenchmarkReport, peers: Peers?, operators: Bool) throws {
    report.begin("Networks\n\(BenchmarkRow.header)")
    var summaries: [String: RatioSummary] = [:]
    for network in try BenchmarkNetwork.all(report.settings) {
      let plans = try network.plans()
      let shapes = plans[0].inputs.map { $0.shape.map(String.init).joined(separator: "×") }.joined(separator: " ")
      let title = "\(network.name), \(shapes)"
      guard report.settings.includes(title) else { continue }
      try measure(network, title, &report, peers, &summaries)
      if operators {
        for (stage, plan) in zip(network.stages, plans) {
          report.add(try OperatorRow.table(network, stage, plan, report))
        }
      }
    }
    for (title, summary) in summaries.sorted(by: { $0.key < $1.key }) {
      for figure in summary.figures(of: title) { report.add(figure) }
    }
  }

  /// The contender of 16-bit integers.
  private static let fast = "\(KernelChoice.automatic.name) fast"

  private static func measure(
    _ network: BenchmarkNetwork, _ title: String, _ report: inout BenchmarkReport, _ peers: Peers?,
    _ summaries: inout [String: RatioSummary]
  ) throws {
    let settings = report.settings
    var contenders: [Contender] = []
    var multiplyAdds = 0
    for choice in settings.choices {
      let plans = try network.plans(provider: choice.provider)
      multiplyAdds = plans.reduce(0) { $0 + $1.multiplyAdds }
      for threads in settings.threadCounts {
        contenders.append(Contender(choice.name, threads: threads, body: try network.runner(plans, threads: threads)))
      }
    }
    if network.promises.hasFast {
      let plans = try network.plans(precision: .fast)
      for threads in settings.threadCounts {
        contenders.append(Contender(fast, threads: threads, body: try network.runner(plans, threads: threads)))
      }
    }
    for threads in settings.threadCounts {
      contenders += try peers?.contenders(network, threads: threads, &report) ?? []
    }
    let durations = try report.measure(title, multiplyAdds: multiplyAdds, contenders)
    addFigures(network, Array(zip(contenders, durations)), multiplyAdds: multiplyAdds, &report, &summaries)
  }

  /// A peer's name without its version.
  private static func library(_ name: String) -> String {
    name.split(separator: " ").filter { $0.first?.isNumber != true }.joined(separator: " ")
  }

  private static func addFigures(
    _ network: BenchmarkNetwork, _ results: [(contender: Contender, durations: Durations)], multiplyAdds: Int,
    _ report: inout BenchmarkReport, _ summaries: inout [String: RatioSummary]
  ) {
    func automatic(_ threads: Int, _ name: String = KernelChoice.automatic.name) -> Durations? {
      results.first { $0.contender.name == name && $0.contender.threads == threads }?.durations
    }
    if let one = automatic(1), let share = network.promises.share, let peak = report.peak?.best(threads: 1) {
      let rate = Double(multiplyAdds) * 2 / (one.median * 1e6)
      report.add(
        Figure("\(network.name): share of the peak, 1 thread", rate / peak * 100, "%", promise: .atLeast(share * 100)))
    }
    if let one = automatic(1), let two = automatic(2), let scaling = network.promises.scaling {
      report.add(
        Figure(
          "\(network.name): 2 threads against 1", ratioOf: one, to: two,
          promise: .atLeast(scaling)))
    }
    for (contender, durations) in results {
      guard !contender.name.hasPrefix(KernelChoice.automatic.name), let threads = contender.threads,
        let ours = automatic(threads)
      else { continue }
      let library = Self.library(contender.name)
      let promise = library == "LiteRT" ? network.promises.ratio.map(Figure.Promise.atLeast) : nil
      let peer = "\(contender.name), \(Figure.threads(threads))"
      let figure = Figure("\(network.name): against \(peer)", ratioOf: durations, to: ours, promise: promise)
      report.add(figure)
      if let fast = automatic(threads, Self.fast) {
        let bound = threads == 1 ? network.promises.fastRatios[library] : nil
        report.add(
          Figure(
            "\(network.name), fast: against \(peer)", ratioOf: durations, to: fast,
            promise: bound.map(Figure.Promise.atLeast)))
      }
      if network.isOfFolder, figure.value > 0 {
        let kind = ModelClass(of: network.stages[0].model).rawValue
        for title in ["all against \(peer)", "\(kind) against \(peer)"] {
          summaries[title, default: RatioSummary()].add(figure.value, of: network.name)
        }
      }
    }
  }
}

extension Plan {
  /// Multiply-adds of a run.
  var multiplyAdds: Int { steps.reduce(0) { $0 + $1.multiplyAdds } }
}
