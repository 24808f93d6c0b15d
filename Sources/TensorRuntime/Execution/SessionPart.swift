/// A session's work between two checks of the time.
enum SessionPart {
  case steps(StepRun)
  /// A single step that runs subgraphs, whose steps have shares of their own.
  case call(CallRun)

  /// - Precondition: a step that runs subgraphs is the only one.
  init(
    _ steps: [(DividedStep, DividedStep.Calls)], _ calls: [Int: CallRun], _ scratch: ThreadScratch,
    _ faults: UnsafeMutablePointer<OperatorError?>
  ) {
    if let step = steps.first?.0.step, let call = calls[step] {
      self = .call(call)
    } else {
      self = .steps(StepRun(steps, scratch, faults))
    }
  }
}
