import TensorKernels

/// The sessions of a step's subgraphs, and the copies between them and the step's operands.
///
///     WHILE:  inputs ─▶ outputs ─▶ condition      outputs: the loop's state, in the step's outputs
///                         ▲  └───▶ body ─┐
///                         └──────────────┘
final class CallRun {
  private struct Copy {
    let source: UnsafeRawPointer
    let target: UnsafeMutableRawPointer
    let byteCount: Int

    func run() { target.copyMemory(from: source, byteCount: byteCount) }
  }

  private let call: PreparedCall
  private let io: OperatorIO
  /// The stages of each subgraph.
  private let stages: [Stages]
  /// For each subgraph, copies from the step's operands to its inputs.
  private let arguments: [[Copy]]
  /// For each subgraph, copies from its outputs to the step's; empty before a run if their places are not known yet.
  private var results: [[Copy]]
  /// Copies to a loop's initial state.
  private let start: [Copy]
  private var condition: UnsafeRawPointer?
  private let flag: CallOnceFlag?

  /// - Parameters:
  ///   - io: the operands of the step.
  ///   - options: how stages of the subgraphs are prepared at run time.
  ///   - makeSession: makes a session that shares threads, scratch and state with that of the step.
  init(
    _ call: PreparedCall, _ io: OperatorIO, state: SessionState, options: PlanOptions,
    makeSession: @escaping (Plan) throws(ModelError) -> Session
  ) throws(ModelError) {
    (self.call, self.io) = (call, io)
    var stages: [Stages] = []
    for part in call.parts {
      stages.append(Stages(try makeSession(part.plan), part.rest, options: options, makeSession: makeSession))
    }
    self.stages = stages
    let operands = call.isLoop ? io.outputs : io.inputs
    arguments = zip(stages, call.parts).map { stages, part in
      part.operands.enumerated().map { input, place in
        stages.first.withInput(input) {
          Copy(source: operands[place].address, target: $0.baseAddress.address, byteCount: $0.count)
        }
      }
    }
    results = stages.map { _ in [] }
    (condition, flag) = (nil, call.onceSubgraph.map(state.flag))
    start = (call.isLoop ? call.outputs : []).enumerated().map { place, output in
      Copy(source: io.inputs[place].address, target: io.outputs[place].address, byteCount: output.byteCount)
    }
    if case .branches = call.kind { condition = UnsafeRawPointer(io.inputs[0].address) }
    for part in stages.indices where stages[part].isSingle { connect(part) }
  }

  /// Resolves the places of a subgraph's outputs.
  private func connect(_ part: Int) {
    let session = stages[part].last
    if call.isLoop, part == 0 {
      condition = session.withOutput(0) { $0.baseAddress.address }
      return
    }
    // A constant that the body of a loop passes on stays in place.
    let places = session.plan.outputs.indices.filter { !call.isLoop || call.parts[1].operands.contains($0) }
    results[part] = places.map { output in
      session.withOutput(output) {
        Copy(source: $0.baseAddress.address, target: io.outputs[output].address, byteCount: $0.count)
      }
    }
  }

  var tensorByteCount: Int { stages.reduce(0) { $0 + $1.tensorByteCount } }

  /// Bytes prepared at run time.
  var laterByteCount: Int { stages.reduce(0) { $0 + $1.laterMemoryByteCount + $1.first.laterByteCount } }

  /// Runs the subgraphs.
  ///
  /// - Throws: as ``Session/run()``, naming the operator in the subgraph.
  func run(until deadline: Deadline?, _ threads: ThreadPool, alone: Bool) throws(ModelError) {
    switch call.kind {
    case .once:
      guard let flag, !flag.isDone else { return }
      try run(0, until: deadline, alone: alone)
      flag.isDone = true
    case .branches:
      try run(isTrue ? 0 : 1, until: deadline, alone: alone)
    case .loop:
      for copy in start { copy.run() }
      while true {
        try deadline?.check(alone ? nil : threads)
        try run(0, until: deadline, alone: alone)
        guard isTrue else { return }
        try run(1, until: deadline, alone: alone)
      }
    }
  }

  private var isTrue: Bool { condition.unsafelyUnwrapped.load(as: UInt8.self) != 0 }

  private func run(_ index: Int, until deadline: Deadline?, alone: Bool) throws(ModelError) {
    for copy in arguments[index] { copy.run() }
    try stages[index].run(until: deadline, alone: alone)
    if stages[index].hasNewLast {
      try call.check(stages[index].last.plan.outputs, of: index)
      connect(index)
      stages[index].hasNewLast = false
    }
    for copy in results[index] { copy.run() }
  }
}

extension Optional<UnsafeMutableRawPointer> {
  /// An address in a session's memory.
  fileprivate var address: UnsafeMutableRawPointer { unsafelyUnwrapped }
}

extension Optional<UnsafeRawPointer> {
  /// An address in a session's memory.
  fileprivate var address: UnsafeRawPointer { unsafelyUnwrapped }
}
