import MachineCode
import TensorKernels

/// Steps that a session runs without time checks in between.
///
///     table of calls:  | step 0, share 0 | step 0, share 1 | … | step 1, share 0 | …
///     thread 0:        step 0, share 0        step 0, share 2    step 1, share 0 …
///     thread 1:             step 0, share 1        step 0, share 3 …
///
/// A share of an emitted step is a sequence of calls without Swift in between, which is as fast in a debug build.
/// Neighboring steps with a single share are joined, so that with one thread a whole network is one sequence.
///
/// It must not outlive the session, whose memory the calls point to.
final class StepRun: SharedWork, @unchecked Sendable {
  private struct Step {
    var shareCount: Int
    /// The first share's index in the table; nil for Swift code.
    var firstShare: Int?
    /// Shares between threads in the table; 0 if all threads execute the same calls.
    var threadStride = 0
    /// The index in ``operations``.
    var operation = 0
  }

  private let steps: [Step]
  private let sequence: EmittedSequence?
  /// The number of calls before each share in the table, then the total.
  private let starts: [Int]
  /// The steps that Swift code runs.
  private let operations: [DividedStep]
  private let scratch: ThreadScratch
  private let faults: UnsafeMutablePointer<OperatorError?>
  private var failedStep: Int?

  /// Joins steps.
  ///
  /// - Parameter faults: space for the faults of the shares of a step, all nil.
  init(
    _ divided: [(DividedStep, DividedStep.Calls?)], _ scratch: ThreadScratch,
    _ faults: UnsafeMutablePointer<OperatorError?>
  ) {
    var steps: [Step] = []
    var starts = [0]
    var operations: [DividedStep] = []
    let lists = divided.flatMap { $0.1 ?? [] }
    let sequence = lists.allSatisfy { $0.isEmpty } ? nil : EmittedSequence(lists)
    for (step, calls) in divided {
      if let calls, sequence != nil {
        if calls.allSatisfy({ $0.isEmpty }) { continue }
        let ownsCalls = step.hasCallsForEachThread(scratch)
        if step.shareCount == 1, !ownsCalls, let last = steps.last, last.shareCount == 1, last.firstShare != nil,
          last.threadStride == 0
        {
          starts[starts.count - 1] += calls[0].count
          continue
        }
        steps.append(
          Step(shareCount: step.shareCount, firstShare: starts.count - 1, threadStride: ownsCalls ? step.shareCount : 0)
        )
        for calls in calls {
          starts.append(starts[starts.count - 1] + calls.count)
        }
      } else {
        steps.append(Step(shareCount: step.shareCount, operation: operations.count))
        operations.append(step)
      }
    }
    self.steps = steps
    self.sequence = sequence
    self.starts = starts
    self.operations = operations
    self.scratch = scratch
    self.faults = faults
  }

  func shareCount(ofStep step: Int) -> Int {
    if step > 0, hasFault(in: steps[step - 1]) {
      failedStep = step - 1
      return 0
    }
    return step < steps.count ? steps[step].shareCount : 0
  }

  private func hasFault(in step: Step) -> Bool {
    step.firstShare == nil && (0..<step.shareCount).contains { faults[$0] != nil }
  }

  /// Takes the fault that ended the run, and its step's index in the plan. It is the first share's fault, so that it
  /// does not depend on the threads.
  func takeFault() -> (error: OperatorError, step: Int)? {
    guard let failedStep else { return nil }
    self.failedStep = nil
    let shares = UnsafeMutableBufferPointer(start: faults, count: steps[failedStep].shareCount)
    defer { shares.update(repeating: nil) }
    return shares.lazy.compactMap { $0 }.first.map { ($0, operations[steps[failedStep].operation].step) }
  }

  func run(share: Int, ofStep step: Int, thread: Int) {
    let place = steps[step]
    if let first = place.firstShare {
      let index = first + thread * place.threadStride + share
      sequence.unsafelyUnwrapped.run(starts[index]..<starts[index + 1])
    } else {
      let operation = operations[place.operation]
      operation.operation.run(operation.io(ofShare: share, scratch: scratch[thread]))
    }
  }
}
