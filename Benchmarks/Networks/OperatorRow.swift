import Foundation
import MudraPlatform
import TensorRuntime

/// An operator of a network and its time.
struct OperatorRow: Codable {
  /// The network.
  let network: String
  /// Place in the model's list, TFLite's name, and where the kernel comes from.
  let index: Int, name: String, provider: String
  /// Shapes of the inputs that are computed, and of the outputs.
  let inputShapes: [[Int]], outputShapes: [[Int]]
  /// The median time.
  let medianMs: Double
  /// The fraction of the network's time, 0 to 1.
  let timeShare: Double
  /// Billions of operations per second; nil if there are no multiply-adds.
  let gflops: Double?
  /// The fraction of the machine's float peak, which integers may exceed.
  let peakShare: Double?

  /// Times each operator of a plan on one thread.
  static func table(
    _ network: BenchmarkNetwork, _ stage: BenchmarkNetwork.Stage, _ plan: Plan, _ report: BenchmarkReport
  ) throws -> [OperatorRow] {
    let session = try stage.session(plan)
    var times = [[Double]](repeating: [], count: plan.steps.count)
    let end = MonotonicClock.nanoseconds() + UInt64(report.settings.seconds * 1e9)
    repeat {
      report.peak?.burst()
      try session.run()
      for _ in 0..<10 {
        for (step, time) in try session.runMeasured().enumerated() { times[step].append(Double(time) / 1e6) }
      }
    } while MonotonicClock.nanoseconds() < end
    let medians = times.map(Durations.median)
    let total = medians.reduce(0, +)
    return zip(plan.steps, medians).map { step, median in
      let rate = step.multiplyAdds > 0 && median > 0 ? Double(step.multiplyAdds) * 2 / (median * 1e6) : nil
      return OperatorRow(
        network: network.name, index: step.index, name: step.name, provider: step.provider.rawValue,
        inputShapes: step.inputShapes, outputShapes: step.outputShapes, medianMs: median,
        timeShare: total > 0 ? median / total : 0, gflops: rate,
        peakShare: rate.flatMap { rate in report.peak?.best(threads: 1).map { rate / $0 } })
    }
  }

  /// Titles of the columns.
  static let header = "        operator              kernel            ms    time   GFLOP/s  of float peak  shapes"

  /// The row as text.
  var text: String {
    func pad(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(width - text.count, 1))
    }
    func percent(_ share: Double?) -> String { share.map { String(format: "%5.1f %%", $0 * 100) } ?? "       " }
    func list(_ shapes: [[Int]]) -> String {
      shapes.map { $0.map(String.init).joined(separator: "×") }.joined(separator: " ")
    }
    let place = String(format: "  %4d  ", index) + pad(name, 22) + pad(provider, 12)
    let rate = gflops.map { String(format: "%10.1f", $0) } ?? String(repeating: " ", count: 10)
    return place + String(format: "%8.4f ", medianMs) + percent(timeShare) + rate + "        " + percent(peakShare)
      + "  " + list(inputShapes) + " → " + list(outputShapes)
  }
}
