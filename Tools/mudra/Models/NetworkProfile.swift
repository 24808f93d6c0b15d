import MudraPlatform
import TFLiteFormat
import TensorRuntime

/// Times of a network: of whole runs, and of each step of its plan.
struct NetworkProfile {
  /// What was run.
  let plan: Plan
  /// Times of whole runs, measured without timing the steps.
  let whole: DurationSummary
  /// The median time of each step.
  let steps: [DurationSummary]
  /// The time of each step in the last run, in nanoseconds.
  let lastRun: [UInt64]

  /// Runs a plan on inputs that do not change: floats spread over 0…1, zeros for other types.
  init(_ plan: Plan, runs: Int, threads: Int) throws(ModelError) {
    self.plan = plan
    let session = try Session(plan, threads: threads)
    for (index, input) in plan.inputs.enumerated() where input.elementType == .float32 {
      session.withInput(index) { memory in
        let values = memory.assumingMemoryBound(to: Float.self)
        for position in values.indices {
          let noise = UInt32(truncatingIfNeeded: position &+ 1) &* 2_654_435_761
          values[position] = Float(noise >> 8) / Float(1 << 24)
        }
      }
    }
    for _ in 0..<min(runs, 3) { try session.run() }
    whole = DurationSummary(
      try (0..<runs).map { (_) throws(ModelError) in
        let start = MonotonicClock.nanoseconds()
        try session.run()
        return MonotonicClock.nanoseconds() - start
      })
    var times = [[UInt64]](repeating: [], count: plan.steps.count)
    for _ in 0..<runs {
      for (step, time) in try session.runMeasured().enumerated() { times[step].append(time) }
    }
    steps = times.map { DurationSummary($0) }
    lastRun = times.map { $0.last ?? 0 }
  }

  /// The fraction of the time of all steps that a step takes, 0 to 1.
  func share(of step: Int) -> Double {
    let total = steps.reduce(0) { $0 + $1.median }
    return total > 0 ? steps[step].median / total : 0
  }

  /// Billions of operations per second, counting a multiply-add as two; nil if there are none.
  static func gigaflops(_ multiplyAdds: Int, milliseconds: Double) -> Double? {
    multiplyAdds > 0 && milliseconds > 0 ? Double(multiplyAdds) * 2 / (milliseconds * 1e6) : nil
  }
}
