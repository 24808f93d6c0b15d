import Foundation

/// Measures, prints each line as soon as it is known, and keeps everything for `--json`.
struct BenchmarkReport {
  /// Where it runs.
  let machine: Machine
  /// What is measured.
  let settings: BenchmarkSettings
  /// The peak speed of this machine's multiply-adds; nil if it cannot be measured.
  let peak: FloatingPointPeak?
  private let load = ForeignLoad()
  private var rows: [BenchmarkRow] = []
  private var figures: [Figure] = []
  private var operators: [OperatorRow] = []
  private var products: [MatrixMultiplyRow] = []
  private var kernels: [KernelRow] = []
  private var notes: [String] = []
  private var pendingTitle: String?

  /// An empty report.
  init(machine: Machine, settings: BenchmarkSettings) {
    self.machine = machine
    self.settings = settings
    peak = FloatingPointPeak(threadCounts: settings.threadCounts)
  }

  // MARK: Measuring

  /// Times some work for all contenders, interleaved, and adds a row for each.
  ///
  /// - Parameters:
  ///   - multiplyAdds: of one run; 0 if they are not counted.
  ///   - isWarm: false for work to be measured from its first run on.
  /// - Returns: the times, in the contenders' order.
  @discardableResult
  mutating func measure(
    _ title: String, multiplyAdds: Int = 0, isWarm: Bool = true, _ contenders: [Contender]
  ) throws -> [Durations] {
    let interleaving = Interleaving(seconds: settings.seconds, peak: peak)
    let durations = try interleaving.measure(contenders, isWarm: isWarm)
    for (contender, times) in zip(contenders, durations) {
      add(BenchmarkRow(title, contender, times, multiplyAdds: multiplyAdds, peak: peak))
    }
    return durations
  }

  // MARK: Adding

  /// Begins a section of the report; its title appears with its first line.
  mutating func begin(_ title: String) { pendingTitle = title }

  /// Prints a line of the current section.
  mutating func line(_ text: String) {
    if let pendingTitle { printLine("\n\(pendingTitle)") }
    pendingTitle = nil
    printLine(text)
  }

  /// Prints a row.
  mutating func add(_ row: BenchmarkRow) {
    rows.append(row)
    line(row.text)
  }

  /// Keeps a figure for the list at the end.
  mutating func add(_ figure: Figure) { figures.append(figure) }

  /// Prints the table of a network's operators.
  mutating func add(_ table: [OperatorRow]) {
    operators += table
    line(OperatorRow.header)
    for row in table { line(row.text) }
  }

  /// Prints a line of the sweep over matrix products.
  mutating func add(_ product: MatrixMultiplyRow) {
    products.append(product)
    line(product.text)
  }

  /// Prints the kernels of a family's case.
  mutating func add(_ table: [KernelRow]) {
    kernels += table
    for row in table { line(row.text) }
  }

  /// Reports what could not be measured, and why.
  mutating func note(_ text: String) {
    notes.append(text)
    line(text)
  }

  // MARK: Closing

  /// Whether all figures keep their promises.
  var keepsPromises: Bool { figures.allSatisfy { $0.isKept != false } }

  /// The figures with promises, and the peak of the whole run.
  mutating func printSummary() {
    if let peak, !rows.isEmpty || !products.isEmpty || !kernels.isEmpty {
      begin("Peak of this run: multiply-adds on registers, GFLOP/s")
      for count in settings.threadCounts {
        guard let best = peak.best(threads: count), let bursts = peak.bursts[count] else { continue }
        let rates = String(format: "best %.1f, median %.1f", best, Durations.median(bursts))
        line("  \(Figure.threads(count)): \(rates) of \(bursts.count) bursts")
      }
    }
    if let shares = load.shares {
      begin("Load beside this run: what is far from 0 has changed the figures")
      line(
        String(
          format: "  other processes %.1f %%, host %.1f %% of the processors", shares.others * 100, shares.host * 100))
    }
    let (others, promised) = (figures.filter { $0.isKept == nil }, figures.filter { $0.isKept != nil })
    if !others.isEmpty { begin("Figures") }
    for figure in others { line(figure.text) }
    guard !promised.isEmpty else { return }
    begin("Promises: \(promised.count { $0.isKept == true }) of \(promised.count) reached")
    for figure in promised { line(figure.text) }
  }

  /// Everything as JSON.
  func jsonData() throws -> Data {
    struct Peak: Encodable {
      let threads: Int
      let bestGflops: Double
      let medianGflops: Double
      let bursts: Int
    }
    struct Document: Encodable {
      let schema: String
      let machine: Machine
      let peaks: [Peak]
      let rows: [BenchmarkRow]
      let operators: [OperatorRow]
      let products: [MatrixMultiplyRow]
      let kernels: [KernelRow]
      let figures: [Figure]
      let notes: [String]
      let otherProcessesShare: Double?
      let hostShare: Double?
    }
    let peaks = settings.threadCounts.compactMap { count -> Peak? in
      guard let bursts = peak?.bursts[count], let best = bursts.max() else { return nil }
      return Peak(threads: count, bestGflops: best, medianGflops: Durations.median(bursts), bursts: bursts.count)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(
      Document(
        schema: "mudra.benchmarks/2", machine: machine, peaks: peaks, rows: rows, operators: operators,
        products: products, kernels: kernels, figures: figures, notes: notes,
        otherProcessesShare: load.shares?.others, hostShare: load.shares?.host))
  }
}
