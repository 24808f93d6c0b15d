import ArgumentParser
import Foundation
import Mudra
import TensorRuntime

/// Latencies of the networks and of the whole road from a picture to its gestures.
@main
struct BenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks",
    abstract: "Measures the networks and the whole road from a picture to its gestures.",
    discussion: "swift run -c release Benchmarks [--filter TEXT] [--json FILE]")

  @Option(help: ArgumentHelp("Only rows whose title contains this.", valueName: "text"))
  var filter: String?

  @Option(help: ArgumentHelp("Write the rows to a file, as JSON.", valueName: "file"))
  var json: String?

  @Option(help: ArgumentHelp("Providers: automatic, all, or names with commas.", valueName: "names"))
  var providers = "automatic"

  @Option(help: ArgumentHelp("Thread counts, with commas.", valueName: "counts"))
  var threads = "1,2"

  @Option(help: ArgumentHelp("The picture for the whole road; by default a rendered one.", valueName: "file"))
  var image: String?

  @Option(help: ArgumentHelp("Time for each row.", valueName: "seconds"))
  var seconds = 1.0

  func validate() throws {
    _ = try settings()
  }

  func run() throws {
    let settings = try settings()
    let machine = Machine.current(threadCounts: settings.threadCounts)
    if machine.build == "debug" {
      print("DEBUG BUILD: rows that run Swift code say nothing. Use: swift run -c release Benchmarks")
    }
    for line in machine.lines { print(line) }
    let picture = try BenchmarkPicture(path: image)
    print("picture  \(picture.name), \(picture.image.width)×\(picture.image.height)")
    print()
    print(BenchmarkRow.header)
    var report = BenchmarkReport(machine: machine, settings: settings)
    try NetworkBenchmarks.run(&report)
    try RecognizerBenchmarks.run(&report, picture: picture)
    try PreparationBenchmarks.run(&report, picture: picture)
    if let json { try report.jsonData().write(to: URL(fileURLWithPath: json)) }
  }

  private func settings() throws -> BenchmarkSettings {
    let counts = threads.split(separator: ",").map { Int($0) ?? 0 }
    guard !counts.isEmpty, counts.allSatisfy({ (1...256).contains($0) }) else {
      throw ValidationError("--threads is \(threads), expected counts such as 1,2")
    }
    guard seconds > 0, seconds.isFinite else { throw ValidationError("--seconds is \(seconds), expected more than 0") }
    return BenchmarkSettings(filter: filter, choices: try choices(), threadCounts: counts, seconds: seconds)
  }

  private func choices() throws -> [KernelChoice] {
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
