/// What a session does between two checks of the time.
enum SessionPart {
  /// Steps, whose shares the threads compute.
  case steps(StepRun)
  /// A step that runs subgraphs, by itself: their steps have shares of their own.
  case call(CallRun)

  /// Some consecutive steps; one that runs subgraphs is the only one.
  init(
    _ steps: [(DividedStep, DividedStep.Calls?)], _ calls: [Int: CallRun], _ scratch: ThreadScratch,
    _ faults: UnsafeMutablePointer<OperatorError?>
  ) {
    if let step = steps.first?.0.step, let call = calls[step] {
      self = .call(call)
    } else {
      self = .steps(StepRun(steps, scratch, faults))
    }
  }
}
