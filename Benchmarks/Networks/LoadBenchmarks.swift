import Foundation
import MudraPlatform
import TFLiteFormat
import TensorRuntime

/// Loading the models of a folder in new processes, with warm files: processor time until a model is ready and until
/// its first result, and by how much the peak of memory grows until it has run twice. LiteRT does the same in turns; it
/// maps the file, and puts off a part of what can be done once, as the unpacking of filters of int4, to the first run:
/// the time to the first result without that of a second run is all that is done once, wherever it is done.
/// Ours is measured with the file read, the default, and mapped.
enum LoadBenchmarks {
  private static let processCount = 5

  /// What a new process reports, as one line of JSON, both in this program and in `peers.py load`.
  private struct Outcome: Codable {
    /// Milliseconds of processor time until the model was ready to run.
    let loadMs: Double
    /// The same until it had run once.
    let resultMs: Double
    /// That of the second run.
    let runMs: Double
    /// Bytes by which the peak of memory grew.
    let peakGrowth: Int

    /// What is done once.
    var onceMs: Double { max(resultMs - runMs, 0.01) }
  }

  /// The hidden option of this program that does the work, and its argument: a model.
  static let childOption = "--load-model"

  /// The further option for mapping the file.
  private static let mappingOption = "--maps-model"

  /// Does the work in this process and prints the line.
  static func runChild(model: String, maps: Bool) throws {
    let memory = peakMemory()
    let start = processorMs()
    let interpreter = try Interpreter(Model(maps ? Bytes(mappingFile: model) : Bytes(contentsOfFile: model)))
    let loaded = processorMs()
    try interpreter.run()
    let ran = processorMs()
    try interpreter.run()
    let outcome = Outcome(
      loadMs: loaded - start, resultMs: ran - start, runMs: processorMs() - ran, peakGrowth: peakMemory() - memory)
    printLine(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
  }

  /// Measures every model of the folder.
  static func run(_ report: inout BenchmarkReport, peers: Peers) throws {
    guard let folder = report.settings.modelFolder, let program = Bundle.main.executableURL?.path else { return }
    report.begin(
      "Loading: processor time in ms, that with a mapped file, that of the first result, that of all that is done once, "
        + "and growth of the peak of memory in MB, ours and LiteRT's")
    var summaries: [String: RatioSummary] = [:]
    for file in try BenchmarkNetwork.files(in: folder) where report.settings.includes(file) {
      let path = "\(folder)/\(file)"
      let read = [program, childOption, path]
      let ours = [read, read + [mappingOption]].map { ChildProcess(arguments: $0) }
      guard let (own, mapped, other) = try measure(ours, peers.load(model: path)) else {
        report.note("left out: LiteRT does not load \(file)")
        continue
      }
      let (load, result) = (own.loadMs / other.loadMs, own.resultMs / other.resultMs)
      let (mappedLoad, once) = (mapped.loadMs / other.loadMs, own.onceMs / other.onceMs)
      let memory = Double(own.peakGrowth) / Double(max(other.peakGrowth, 1 << 20))
      report.line(
        String(
          format: "%@" + String(repeating: "  %6.1f %6.1f (%.2f×)", count: 5),
          file.padding(toLength: 44, withPad: " ", startingAt: 0),
          own.loadMs, other.loadMs, load, mapped.loadMs, other.loadMs, mappedLoad, own.resultMs, other.resultMs, result,
          own.onceMs, other.onceMs, once, Double(own.peakGrowth) / 1e6, Double(other.peakGrowth) / 1e6, memory))
      let kind = try ModelClass(of: Model(Bytes(contentsOfFile: path))).rawValue
      summaries["\(kind): time to load, of LiteRT's", default: RatioSummary()].add(load, of: file)
      summaries["\(kind): time to load a mapped file, of LiteRT's", default: RatioSummary()].add(
        mappedLoad, of: file)
      summaries["\(kind): time to the first result, of LiteRT's", default: RatioSummary()].add(result, of: file)
      summaries["\(kind): time of what is done once, of LiteRT's", default: RatioSummary()].add(once, of: file)
      summaries["\(kind): peak of memory, of LiteRT's", default: RatioSummary()].add(max(memory, 0.01), of: file)
    }
    for (title, summary) in summaries.sorted(by: { $0.key < $1.key }) {
      for figure in summary.figures(of: title, isBetterAbove: false) { report.add(figure) }
    }
  }

  /// The least of several processes each, in turns; nil if the other one fails.
  private static func measure(
    _ ours: [ChildProcess], _ other: ChildProcess
  ) throws -> (own: Outcome, mapped: Outcome, other: Outcome)? {
    var outcomes = [[Outcome]](repeating: [], count: 3)
    for _ in 0..<processCount {
      for (index, process) in (ours + [other]).enumerated() {
        do {
          outcomes[index].append(try JSONDecoder().decode(Outcome.self, from: Data(process.run().output)))
        } catch {
          guard index == ours.count else { throw error }
          return nil
        }
      }
    }
    let least = outcomes.map { outcomes in
      Outcome(
        loadMs: outcomes.map(\.loadMs).min() ?? 0, resultMs: outcomes.map(\.resultMs).min() ?? 0,
        runMs: outcomes.map(\.runMs).min() ?? 0, peakGrowth: outcomes.map(\.peakGrowth).min() ?? 0)
    }
    return (least[0], least[1], least[2])
  }

  private static func processorMs() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// The peak of resident memory so far, in bytes; 0 if the system does not report it.
  private static func peakMemory() -> Int { ChildProcess.peakMemory(of: getpid()) ?? 0 }
}
