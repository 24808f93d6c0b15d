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
    var table: [KernelCall] = []
    for (step, calls) in divided {
      let ownsCalls = step.hasCallsForEachThread(scratch)
      let fallible = step.operation.mayFail ? step.step : nil
      // Web modules omit what joins steps.
      let isSingle = Architecture.canBeNative && step.shareCount == 1 && !ownsCalls && fallible == nil
      if isSingle, let last = steps.last, last.shareCount == 1, last.fallible == nil, last.threadStride == 0 {
        table += calls[0]
        starts[starts.count - 1] = table.count
        continue
      }
      let first = table.count
      let step = Step(
        shareCount: step.shareCount, firstShare: starts.count - 1, threadStride: ownsCalls ? step.shareCount : 0,
        fallible: fallible)
      for calls in calls {
        table += calls
        starts.append(table.count)
      }
      if table.count > first { steps.append(step) } else { starts.removeLast(calls.count) }
    }
    self.steps = steps
    self.starts = starts
    self.faults = faults
    sequence = CallSequence(table)
  }

  func shareCount(ofStep step: Int) -> Int {
    if step > 0, hasFault(in: steps[step - 1]) {
      failedStep = step - 1
      return 0
    }
    return step < steps.count ? steps[step].shareCount : 0
  }

  private func hasFault(in step: Step) -> Bool {
    guard step.fallible != nil else { return false }
    for share in 0..<step.shareCount {
      if case .some = faults[share] { return true }
    }
    return false
  }

  /// Takes the fault that ended the run, and its step's index in the plan. It is the first share's fault, so that it
  /// does not depend on the threads.
  func takeFault() -> (error: OperatorError, step: Int)? {
    guard let failedStep, let step = steps[failedStep].fallible else { return nil }
    self.failedStep = nil
    var first: OperatorError?
    for share in 0..<steps[failedStep].shareCount {
      if first == nil { first = faults[share] }
      faults[share] = nil
    }
    return first.map { ($0, step) }
  }

  func run(share: Int, ofStep step: Int, thread: Int) {
    let place = steps[step]
    let index = place.firstShare + thread * place.threadStride + share
    sequence.run(starts[index]..<starts[index + 1])
  }
}
