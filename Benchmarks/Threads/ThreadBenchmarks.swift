import Foundation
import Mudra
import MudraPlatform
import TFLiteFormat
import TensorRuntime

/// Threads on shared processors: more threads than processors, more processes than processors, a foreign process beside
/// ours, and nothing to do.
///
/// Each measurement is a separate command `mudra profile`, restricted to some processors by `taskset`.
enum ThreadBenchmarks {
  private static let roundCount = 9
  private static let runCount = 200
  /// Two runs of one command beside a busy process differ by this much: their means over ten rounds by 1.5 %.
  private static let scatter = 0.02

  /// Measures processes, then an idle session.
  static func run(_ report: inout BenchmarkReport) throws {
    try addSharedProcessors(&report)
    try addIdleSession(&report)
  }

  // MARK: Shared processors

  private static func addSharedProcessors(_ report: inout BenchmarkReport) throws {
    let oneProcessor = "threads on one processor"
    let processes = "processes on two processors"
    let foreign = "threads beside a foreign process on two processors"
    guard [oneProcessor, processes, foreign].contains(where: report.settings.includes) else { return }
    report.begin("Shared processors\n\(BenchmarkRow.header)")
    guard let command = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("mudra").path,
      FileManager.default.isExecutableFile(atPath: command), let model = BundledModels.handLandmarkerPath
    else { return report.note("left out: the command mudra is not beside Benchmarks") }
    let taskset = "/usr/bin/taskset"
    guard FileManager.default.isExecutableFile(atPath: taskset), ProcessorCount.available > 1 else {
      return report.note("left out: \(taskset) and two processors are needed")
    }
    let processors = try allowedProcessors(taskset)
    func profile(threads: Int, processes: Int = 1, on processors: ArraySlice<String>) -> Contender {
      let arguments = [
        taskset, "-c", processors.joined(separator: ","), command, "profile", model, "--runs", "\(runCount)",
        "--threads", "\(threads)", "--json",
      ]
      let name = processes == 1 ? "Mudra" : "Mudra, \(processes) processes"
      return Contender(name, threads: threads) { _, count in
        try (0..<count).map { _ in try elapsed([[String]](repeating: arguments, count: processes)) }
      }
    }
    func compare(_ title: String, _ contenders: [Contender], atMost bounds: [Double]) throws {
      guard report.settings.includes(title) else { return }
      let durations = try rounds(contenders)
      for (contender, times) in zip(contenders, durations) {
        report.add(BenchmarkRow(title, contender, times, multiplyAdds: 0, peak: nil))
      }
      for (index, bound) in bounds.enumerated() {
        let name = Figure.threads(contenders[index + 1].threads ?? 0)
        report.add(
          Figure(
            "\(title): \(name), time of 1 thread", ratioOf: durations[index + 1], to: durations[0],
            promise: .atMost(bound)))
      }
    }
    let (one, two) = (processors.prefix(1), processors.prefix(2))
    try compare(oneProcessor, [1, 4, 8].map { profile(threads: $0, on: one) }, atMost: [1.35, 1.5])
    try compare(processes, [1, 2].map { profile(threads: $0, processes: 4, on: two) }, atMost: [1.1])
    try withBusyProcess(taskset, on: two) {
      try compare(foreign, [1, 2].map { profile(threads: $0, on: two) }, atMost: [1 + scatter])
    }
  }

  /// Milliseconds of each contender, interleaved.
  private static func rounds(_ contenders: [Contender]) throws -> [Durations] {
    var durations = [Durations](repeating: Durations(), count: contenders.count)
    for _ in 0..<roundCount {
      for (index, contender) in contenders.enumerated() { durations[index].add(try contender.time(0, 1)) }
    }
    return durations
  }

  /// Milliseconds until processes that start together have all ended.
  private static func elapsed(_ commands: [[String]]) throws -> Double {
    let start = MonotonicClock.nanoseconds()
    let processes = try commands.map(started)
    for process in processes {
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw ChildProcess.Failure(description: "mudra profile ended with \(process.terminationStatus)")
      }
    }
    return Double(MonotonicClock.nanoseconds() - start) / 1e6
  }

  private static func started(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }

  private static func withBusyProcess(
    _ taskset: String, on processors: ArraySlice<String>, _ body: () throws -> Void
  ) throws {
    // It checks for its parent, so that it does not outlive a run that is stopped.
    let loop = "while kill -0 $PPID; do :; done"
    let busy = try started([taskset, "-c", processors.joined(separator: ","), "/bin/sh", "-c", loop])
    defer {
      busy.terminate()
      busy.waitUntilExit()
    }
    try body()
  }

  /// The numbers of the processors that this process may run on, in the notation of `taskset`, such as `0,2-5`.
  private static func allowedProcessors(_ taskset: String) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: taskset)
    process.arguments = ["-cp", "\(ProcessInfo.processInfo.processIdentifier)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let list = text.split(separator: ":").last ?? ""
    return list.split(whereSeparator: { $0 == "," || $0.isWhitespace }).flatMap { range -> [String] in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first <= last else { return [] }
      return (first...last).map(String.init)
    }
  }

  // MARK: Nothing to do

  private static func addIdleSession(_ report: inout BenchmarkReport) throws {
    let title = "idle session of 2 threads, share of a processor"
    guard report.settings.includes(title) else { return }
    report.begin("Idle")
    guard let network = try BenchmarkNetwork.bundled(report.settings).first else { return }
    let body = try network.runner(network.plans(), threads: 2)
    try body()
    let (before, start) = (clock(), MonotonicClock.nanoseconds())
    Thread.sleep(forTimeInterval: 2)
    let used = Double(clock() - before) / Double(CLOCKS_PER_SEC)
    let share = used * 1e9 / Double(MonotonicClock.nanoseconds() - start) * 100
    withExtendedLifetime(body) {}
    report.line(String(format: "  %@: %.2f %%", title, share))
    report.add(Figure(title, share, "%", promise: .atMost(0.5)))
  }
}
