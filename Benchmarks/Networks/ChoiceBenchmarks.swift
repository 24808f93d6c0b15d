import Foundation
import MachineCode
import TensorRuntime

/// Whether rules choose the fastest kernels: each operator of the hand networks as it is, and with every other provider
/// and code for other processors, in processes that take turns.
enum ChoiceBenchmarks {
  /// What decides about kernels in a process.
  private struct Setting {
    let name: String
    let environment: [String: String]
  }

  /// What identifies an operator in plans of one graph.
  private struct Place: Hashable {
    let network: String, index: Int, name: String, outputShapes: [[Int]]

    init(_ row: OperatorRow) {
      (network, index, name, outputShapes) = (row.network, row.index, row.name, row.outputShapes)
    }
  }

  private static let networks = ["palm detector", "hand landmarks"]
  private static let roundCount = 3
  /// How much longer than with the best kernel an operator may take, and what is below the resolution of the clock.
  private static let tolerance = 1.05, leastMs = 0.001

  /// Measures both networks.
  static func run(_ report: inout BenchmarkReport) throws {
    guard let program = Bundle.main.executableURL?.path else { return report.note("left out: no path of this program") }
    let settings = settings
    var times = [[Place: Double]](repeating: [:], count: settings.count)
    var rows: [OperatorRow] = []
    for round in 0..<roundCount {
      for turn in settings.indices {
        let number = (turn + round) % settings.count
        let found = try operators(settings[number], program, seconds: report.settings.seconds / Double(roundCount))
        if number == 0, rows.isEmpty { rows = found }
        for row in found {
          times[number][Place(row)] = min(times[number][Place(row)] ?? .infinity, row.medianMs)
        }
      }
    }
    report.begin("Operators that take more than 5 % longer than with the best kernel, 1 thread")
    for network in networks {
      var compared = 0, missed = 0
      for row in rows where row.network == network {
        let all = settings.indices.compactMap { number in times[number][Place(row)].map { (number, $0) } }
        guard let own = times[0][Place(row)], all.count > 1, let best = all.min(by: { $0.1 < $1.1 }) else { continue }
        compared += 1
        guard own > best.1 * tolerance, own - best.1 > leastMs else { continue }
        missed += 1
        let by = String(format: "%.4f ms, %@ %.4f ms", own, settings[best.0].name as NSString, best.1)
        report.line("  \(network) \(row.index) \(row.name) \(row.outputShapes): \(row.provider) \(by)")
      }
      report.line("  \(network): \(compared) operators compared with \(settings.count - 1) other settings")
      report.add(
        Figure("\(network): operators that are slower by the rule", Double(missed), "", promise: .atMost(0)))
    }
  }

  /// The rule first.
  private static var settings: [Setting] {
    var settings = [Setting(name: "automatic", environment: [:])]
    for provider in KernelProvider.available where ![.machineCode, .reference].contains(provider) {
      settings.append(Setting(name: provider.rawValue, environment: ["MUDRA_KERNELS": provider.rawValue]))
    }
    let products = MachineCodeSupport.floatProducts
    let codes = products.width == .bits512 ? ["avx2", products.isFullRate ? "half-rate" : "full-rate"] : []
    return settings + codes.map { Setting(name: $0, environment: ["MUDRA_MACHINE_CODE": $0]) }
  }

  private static func operators(_ setting: Setting, _ program: String, seconds: Double) throws -> [OperatorRow] {
    struct Document: Decodable {
      let operators: [OperatorRow]
    }
    let folder = try TemporaryFolder()
    return try networks.flatMap { network in
      let file = try folder.file(Data(), name: "\(network).json")
      let arguments = [
        program, "--operators", "--filter", network, "--threads", "1", "--seconds", String(seconds), "--json", file,
      ]
      _ = try ChildProcess(arguments: arguments, environment: setting.environment).run()
      return try JSONDecoder().decode(Document.self, from: Data(contentsOf: URL(fileURLWithPath: file))).operators
    }
  }
}
