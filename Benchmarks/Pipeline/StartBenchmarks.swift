import Foundation

/// From the start of a process to the first result, and its peak memory: the command `mudra gestures` on a picture,
/// compared with a Python program, since MediaPipe has no command. This includes the time to load Python; what both do
/// after that is measured as well, in new processes that report the times of their phases.
enum StartBenchmarks {
  private static let memoryRunCount = 5

  /// Measures the command and MediaPipe's Python alternately.
  static func run(_ report: inout BenchmarkReport, peers: Peers?) throws {
    let folder = try TemporaryFolder()
    let picture = try folder.png(try report.settings.picture().image, name: "one-hand")
    try runCommand(&report, peers: peers, picture: picture)
    try runFirstResult(&report, peers: peers, picture: picture)
  }

  private static func runCommand(_ report: inout BenchmarkReport, peers: Peers?, picture: String) throws {
    let title = "start to first result, gestures of a PNG of 640×480"
    guard report.settings.includes(title) else { return }
    report.begin("Start\n\(BenchmarkRow.header)")
    guard let command = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("mudra").path,
      FileManager.default.isExecutableFile(atPath: command)
    else { return report.note("left out: the command mudra is not beside Benchmarks") }
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
    try addMemory(KernelChoice.automatic.name, ours, promise: .atMost(50), &report)
    if let theirs { try addMemory(theirs.name, theirs.process, promise: nil, &report) }
  }

  /// Creation of the task and its first result, without loading the program, or Python and its modules.
  private static func runFirstResult(_ report: inout BenchmarkReport, peers: Peers?, picture: String) throws {
    let title = "creation and first result in a fresh process, gestures of a PNG of 640×480"
    guard report.settings.includes(title) else { return }
    report.begin("First result\n\(BenchmarkRow.header)")
    guard let program = Bundle.main.executableURL?.path else { return report.note("left out: no path of this program") }
    let own = ChildProcess(arguments: [program, FirstResult.childOption, picture])
    var programs = [(name: KernelChoice.automatic.name, process: own)]
    if let theirs = peers?.firstResult(picture: picture) { programs.append(theirs) }
    var results = [[FirstResult]](repeating: [], count: programs.count)
    let contenders = programs.enumerated().map { index, program in
      Contender(program.name, threads: nil) { _, count in
        try (0..<count).map { _ in
          let result = try FirstResult.run(program.process)
          results[index].append(result)
          return result.workMs
        }
      }
    }
    let durations = try report.measure(title, isWarm: false, contenders)
    for (program, results) in zip(programs, results) {
      func median(_ part: (FirstResult) -> Double?) -> Double { Durations.median(results.compactMap(part)) }
      if results.contains(where: { $0.importMs != nil }) {
        report.add(Figure("\(program.name): import", median(\.importMs), "ms"))
      }
      report.add(Figure("\(program.name): creation, fresh process", median(\.creationMs), "ms"))
      report.add(Figure("\(program.name): first result, fresh process", median(\.resultMs), "ms"))
    }
    if programs.count > 1 {
      report.add(Figure("\(title): against \(programs[1].name)", ratioOf: durations[1], to: durations[0]))
    }
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
