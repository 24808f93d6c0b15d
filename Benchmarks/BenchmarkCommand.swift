import ArgumentParser
import Foundation
import Mudra
import TensorRuntime

/// Latencies of the networks and of the whole path from a picture to its gestures, optionally compared with peers; and,
/// on request, runs of any length that must not leave anything behind.
@main
struct BenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks",
    abstract: "Measures the networks, the whole recognizer, its start, memory and allocations.",
    discussion: """
      swift run -c release Benchmarks [--compare] [--filter TEXT] [--json FILE]
      swift run -c release Benchmarks --accuracy [--pictures FOLDER]
      swift run -c release Benchmarks --filter processor           # threads that share processors with others
      swift run -c release Benchmarks --soak 30 --cycles 10000     # fails if something is left behind
      """)

  @Flag(help: "Run LiteRT, OpenVINO and MediaPipe in turns with ours (Tools/dev/compare/setup installs them).")
  var compare = false

  @Flag(help: "Only the networks, each with a table of its operators.")
  var operators = false

  @Flag(help: "Only the networks' matrix products: emitted kernels against OpenBLAS.")
  var gemm = false

  @Flag(help: "Only the kernels: each one of every family on the family's own cases.")
  var kernels = false

  @Flag(help: "Only whether rules choose the fastest kernels for the hand networks' operators.")
  var choices = false

  @Flag(help: "Only the hand networks' arithmetics: speed and error in one table.")
  var accuracy = false

  @Option(help: ArgumentHelp("The pictures for --accuracy; by default the rendered ones.", valueName: "folder"))
  var pictures: String?

  @Option(help: ArgumentHelp("Only a soak: live stream and video at 30 frames a second.", valueName: "minutes"))
  var soak: Double?

  @Option(
    help: ArgumentHelp(
      "Open and close this many tasks, refuse this many loads, and do nothing else.", valueName: "count"))
  var cycles: Int?

  @Option(help: ArgumentHelp("Only work whose title contains this.", valueName: "text"))
  var filter: String?

  @Option(help: ArgumentHelp("Write everything to a file, as JSON.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Further networks: the .tflite files of a folder; their ratios are summed up.", valueName: "folder"))
  var models: String?

  @Option(help: ArgumentHelp("Kernels: automatic, all, or names with commas.", valueName: "names"))
  var providers = "automatic"

  @Option(help: ArgumentHelp("Thread counts, with commas.", valueName: "counts"))
  var threads = "1,2"

  @Option(help: ArgumentHelp("The picture of hands to measure on; by default rendered ones.", valueName: "file"))
  var image: String?

  @Option(help: ArgumentHelp("Measured time for each row.", valueName: "seconds"))
  var seconds = 1.0

  @Flag(help: .hidden)
  var tracedAllocations = false

  @Option(help: .hidden)
  var firstResult: String?

  @Option(help: .hidden)
  var loadModel: String?

  @Flag(help: .hidden)
  var mapsModel = false

  func validate() throws {
    _ = try settings()
  }

  func run() throws {
    let settings = try settings()
    if let firstResult { return try FirstResult.runChild(picture: firstResult) }
    if let loadModel { return try LoadBenchmarks.runChild(model: loadModel, maps: mapsModel) }
    if tracedAllocations { return try AllocationBenchmarks.runChild(settings) }
    let machine = Machine.current(threadCounts: settings.threadCounts)
    if machine.build == "debug" {
      printLine("DEBUG BUILD: whatever runs Swift code is slow. Use: swift run -c release Benchmarks")
    }
    machine.lines.forEach(printLine)
    var report = BenchmarkReport(machine: machine, settings: settings)
    try measure(&report)
    report.printSummary()
    if let json { try report.jsonData().write(to: URL(fileURLWithPath: json)) }
    // Speeds also depend on the machine; what is left behind only depends on us.
    if isSoak, !report.keepsPromises { throw ExitCode.failure }
  }

  private var isSoak: Bool { soak != nil || cycles != nil }

  /// The peers end with this function, so that their load counts as ours and not as foreign.
  private func measure(_ report: inout BenchmarkReport) throws {
    if isSoak {
      if let soak { try SoakBenchmarks.run(&report, minutes: soak) }
      if let cycles {
        try OpenCloseBenchmarks.run(&report, count: cycles)
        try RefusedLoadBenchmarks.run(&report, count: cycles)
      }
      return
    }
    if accuracy { return try AccuracyBenchmarks.run(&report, folder: pictures) }
    if kernels { return try KernelBenchmarks.run(&report) }
    if choices { return try ChoiceBenchmarks.run(&report) }
    if gemm { return try MatrixMultiplyBenchmarks.run(&report) }
    let peers = compare ? try Peers() : nil
    if let peers { report.line("peers    \(peers.names.joined(separator: ", "))") }
    try NetworkBenchmarks.run(&report, peers: peers, operators: operators)
    if let peers { try LoadBenchmarks.run(&report, peers: peers) }
    if operators { return }
    try RecognizerBenchmarks.run(&report, peers: peers)
    try PreparationBenchmarks.run(&report)
    try StartBenchmarks.run(&report, peers: peers)
    try AllocationBenchmarks.run(&report)
    try ThreadBenchmarks.run(&report)
  }

  private func settings() throws -> BenchmarkSettings {
    let counts = threads.split(separator: ",").map { Int($0) ?? 0 }
    guard !counts.isEmpty, counts.allSatisfy({ (1...256).contains($0) }) else {
      throw ValidationError("--threads is \(threads), expected counts such as 1,2")
    }
    guard seconds > 0, seconds.isFinite else { throw ValidationError("--seconds is \(seconds), expected more than 0") }
    guard soak.map({ $0 > 0 && $0 <= 100_000 }) ?? true else { throw ValidationError("--soak needs minutes above 0") }
    guard cycles.map({ $0 >= 100 }) ?? true else { throw ValidationError("--cycles needs at least 100") }
    return BenchmarkSettings(
      filter: filter, choices: try kernelChoices(), threadCounts: counts, seconds: seconds, picturePath: image,
      modelFolder: models)
  }

  private func kernelChoices() throws -> [KernelChoice] {
    if providers == "all" { return [.automatic] + KernelProvider.available.map(KernelChoice.provider) }
    return try providers.split(separator: ",").map { name in
      if name == "automatic" { return .automatic }
      guard let provider = KernelProvider(rawValue: String(name)), KernelProvider.available.contains(provider) else {
        let names = KernelProvider.available.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--providers names \(name), expected automatic, all, or some of \(names)")
      }
      return .provider(provider)
    }
  }
}
