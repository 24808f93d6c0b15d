import MudraPlatform

/// Runs of single steps.
extension Session {
  /// Computes the outputs and measures the time of each operator.
  ///
  /// - Returns: nanoseconds for each of the plan's steps, in order.
  /// - Throws: as ``run()``.
  public func runMeasured() throws(ModelError) -> [UInt64] {
    startedRunCount += 1
    let deadline = Deadline(in: plan.limits.time)
    var times = [UInt64](repeating: 0, count: plan.steps.count)
    for (step, run) in zip(steps, measuredRuns) {
      try deadline?.check(threads)
      let start = MonotonicClock.nanoseconds()
      try self.run(run, until: deadline)
      times[step.step] += MonotonicClock.nanoseconds() - start
    }
    return times
  }
}
