import MachineCode
import TensorKernels

/// Steps that a session runs without time checks in between.
///
///     table of calls:  | step 0, share 0 | step 0, share 1 | … | step 1, share 0 | …
///     thread 0:        step 0, share 0        step 0, share 2    step 1, share 0 …
///     thread 1:             step 0, share 1        step 0, share 3 …
///
/// A share is a sequence of calls, emitted ones without Swift in between, which are as fast in a debug build.
/// Neighboring steps with a single share are joined, so that with one thread a whole network is one sequence.
///
/// It must not outlive the session, whose memory the calls point to.
final class StepRun: SharedWork, @unchecked Sendable {
  private struct Step {
    var shareCount: Int
    /// The first share's index in the table.
    var firstShare: Int
    /// Shares between threads in the table; 0 if all threads execute the same calls.
    var threadStride: Int
    /// The index in the plan's steps if shares may report faults.
    var fallible: Int?
  }

  private let steps: [Step]
  private let sequence: CallSequence
  /// The number of calls before each share in the table, then the total.
  private let starts: [Int]
  private let faults: UnsafeMutablePointer<OperatorError?>
  private var failedStep: Int?

  /// Joins steps.
  ///
  /// - Parameter faults: space for the faults of the shares of a step, all nil.
  init(
    _ divided: [(DividedStep, DividedStep.Calls)], _ scratch: ThreadScratch,
    _ faults: UnsafeMutablePointer<OperatorError?>
  ) {
    var steps: [Step] = []
    var starts = [0]
    for (step, calls) in divided where !calls.allSatisfy({ $0.isEmpty }) {
      let ownsCalls = step.hasCallsForEachThread(scratch)
      let fallible = step.operation.mayFail ? step.step : nil
      if step.shareCount == 1, !ownsCalls, fallible == nil, let last = steps.last, last.shareCount == 1,
        last.fallible == nil, last.threadStride == 0
      {
        starts[starts.count - 1] += calls[0].count
        continue
      }
      steps.append(
        Step(
          shareCount: step.shareCount, firstShare: starts.count - 1, threadStride: ownsCalls ? step.shareCount : 0,
          fallible: fallible))
      for calls in calls {
        starts.append(starts[starts.count - 1] + calls.count)
      }
    }
    self.steps = steps
    self.starts = starts
    self.faults = faults
    sequence = CallSequence(divided.flatMap { $0.1 })
  }

  func shareCount(ofStep step: Int) -> Int {
    if step > 0, hasFault(in: steps[step - 1]) {
      failedStep = step - 1
      return 0
    }
    return step < steps.count ? steps[step].shareCount : 0
  }

  private func hasFault(in step: Step) -> Bool {
    step.fallible != nil && (0..<step.shareCount).contains { faults[$0] != nil }
  }

  /// Takes the fault that ended the run, and its step's index in the plan. It is the first share's fault, so that it
  /// does not depend on the threads.
  func takeFault() -> (error: OperatorError, step: Int)? {
    guard let failedStep, let step = steps[failedStep].fallible else { return nil }
    self.failedStep = nil
    let shares = UnsafeMutableBufferPointer(start: faults, count: steps[failedStep].shareCount)
    defer { shares.update(repeating: nil) }
    return shares.lazy.compactMap { $0 }.first.map { ($0, step) }
  }

  func run(share: Int, ofStep step: Int, thread: Int) {
    let place = steps[step]
    let index = place.firstShare + thread * place.threadStride + share
    sequence.run(starts[index]..<starts[index + 1])
  }
}
