import Foundation
import HandTracking
import Mudra
import TensorRuntime

/// Speed and accuracy of each arithmetic in one table: no speed without its error.
enum AccuracyBenchmarks {
  /// Measures the hand networks, and compares hands and landmarks in the pictures of a folder, by default the drawn
  /// ones of the tests, with those of exact arithmetic.
  static func run(_ report: inout BenchmarkReport, folder: String?) throws {
    let drawn = BenchmarkPicture.packageFolder.appendingPathComponent("Tests/HandTrackingTests/Fixtures/rendered").path
    let models = try Arithmetic.all.map { try HandModel(kernelProvider: $0.provider, precision: $0.precision) }
    let sample = try AccuracySample(folder: folder ?? drawn, model: models[0])
    let comparisons = try models.map { try AccuracyComparison(of: sample, model: $0) }
    let networks = try BenchmarkNetwork.bundled(report.settings).prefix(2)

    report.begin("Networks, by arithmetic\n\(BenchmarkRow.header)")
    let times = try networks.map { network in
      try report.measure(
        network.name,
        Arithmetic.all.map { arithmetic in
          let plans = try network.plans(provider: arithmetic.provider, precision: arithmetic.precision)
          return Contender(arithmetic.name, threads: 1, body: try network.runner(plans, threads: 1))
        })
    }

    report.begin(
      """
      Speed and accuracy: \(sample.handCount) hands in \(sample.pictures.count) pictures, in pixels of the network's 224
        arithmetic      palm ms  landmarks ms    median      p95    worst  from truth  pictures with other answers
      """)
    for (index, arithmetic) in Arithmetic.all.enumerated() {
      let comparison = comparisons[index]
      let distances = comparison.distances(from: comparisons[0])
      let (p95, worst) = (distances[(distances.count * 95 + 99) / 100 - 1], distances[distances.count - 1])
      let others = comparison.differences(from: comparisons[0])
      let truth = comparison.distancesFromTruth
      let mean = truth.isEmpty ? nil : truth.reduce(0, +) / Double(truth.count)
      report.line(
        "  " + arithmetic.name.padding(toLength: 14, withPad: " ", startingAt: 0)
          + String(
            format: " %8.2f  %12.2f  %8.4f %8.4f %8.4f", times[0][index].median, times[1][index].median,
            Durations.median(distances), p95, worst)
          + (mean.map { String(format: "  %10.3f", $0) } ?? "           -") + "  \(others)")
      guard arithmetic.precision == .fast else { continue }
      report.add(Figure("fast: 95 % of the landmarks, from exact", p95, "px", promise: .atMost(0.05)))
      report.add(Figure("fast: the farthest landmark, from exact", worst, "px", promise: .atMost(0.3)))
      report.add(Figure("fast: pictures with other answers", Double(others), "", promise: .atMost(0)))
      for (network, times) in zip(networks, times) {
        report.add(Figure("fast: \(network.name), against exact", ratioOf: times[0], to: times[index]))
      }
    }
  }
}
