import Foundation

/// From the start of the process to the first result, and its peak memory: the command `mudra gestures` on a picture.
enum StartBenchmarks {
  private static let memoryRunCount = 5

  /// Measures the command, and MediaPipe's Python in turns with it.
  static func run(_ report: inout BenchmarkReport, peers: Peers?) throws {
    let title = "start to first result, gestures of a PNG of 640×480"
    guard report.settings.includes(title) else { return }
    report.begin("Start\n\(BenchmarkRow.header)")
    guard let command = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("mudra").path,
      FileManager.default.isExecutableFile(atPath: command)
    else { return report.note("left out: the command mudra is not beside Benchmarks") }
    let folder = try TemporaryFolder()
    let picture = try folder.png(try report.settings.picture().image, name: "one-hand")
    let ours = ChildProcess(arguments: [command, "gestures", picture, "--json"])
    let theirs = peers?.firstResult(picture: picture)

    var contenders = [contender(KernelChoice.automatic.name, ours)]
    if let theirs { contenders.append(contender(theirs.name, theirs.process)) }
    let durations = try report.measure(title, isWarm: false, contenders)
    if let theirs {
      report.add(
        Figure("\(title): against \(theirs.name)", ratioOf: durations[1], to: durations[0], promise: .atLeast(8)))
    }

    report.begin("Peak memory of that process")
    try addMemory(KernelChoice.automatic.name, ours, promise: .atMost(60), &report)
    if let theirs { try addMemory(theirs.name, theirs.process, promise: nil, &report) }
  }

  private static func contender(_ name: String, _ process: ChildProcess) -> Contender {
    Contender(name, threads: nil) { _, count in try (0..<count).map { _ in try process.run().firstLineMs } }
  }

  private static func addMemory(
    _ name: String, _ process: ChildProcess, promise: Figure.Promise?, _ report: inout BenchmarkReport
  ) throws {
    let peaks = try (0..<memoryRunCount).map { _ in Double(try process.run(watchesMemory: true).peakMemory) / 1e6 }
    let median = Durations.median(peaks)
    report.line(String(format: "  %@: %.1f MB (%.1f MiB)", name, median, median / 1.048576))
    report.add(
      Figure(
        "peak memory, gestures of a PNG of 640×480: \(name)", median, "MB",
        range: [peaks.min() ?? 0, peaks.max() ?? 0], promise: promise))
  }
}
